"""Tests exact bytes and messages of every pair of ranks with programs that make every kind of call (programs/calls.*)."""
from collections import defaultdict

import profiles

P2P, RMA = "p2p", "one-sided"


def bytes_of(step):
    return 8 * (10 + step)


def shifted(shift):
    return lambda rank, ranks: (rank + shift) % ranks


# Step, function, messages, bytes of each, destination; by ranks of the world.
SENDS = [(step, name, 1, bytes_of(step), shifted(step)) for step, name in enumerate(
    ["Send", "Bsend", "Ssend", "Rsend", "Sendrecv", "Sendrecv_replace", "Isend", "Ibsend", "Issend", "Irsend"], 1)]
SENDS += [(step, "Start", 2, bytes_of(step), shifted(step)) for step in (11, 12, 13)]
SENDS += [(14, "Start", 1, bytes_of(14), shifted(14))]
SENDS += [(step, "Startall", 1, bytes_of(step), shifted(step)) for step in (11, 14)]
SENDS += [(step, "Isend", 1, bytes_of(step), shifted(step)) for step in (15, 16)]
SENDS += [(17, "Send", 1, 0, shifted(17)), (19, "Send", 1, 2 * bytes_of(19), shifted(19))]
SENDS += [(step, "Sendrecv", 1, bytes_of(step), shifted(-step)) for step in (20, 21)]
SENDS += [(22, "Sendrecv", 1, bytes_of(22), shifted(0)), (23, "Sendrecv", 1, bytes_of(23), lambda rank, ranks: rank ^ 1)]

WRITES = [(24, "Put", bytes_of(24)), (25, "Rput", bytes_of(25)), (28, "Accumulate", bytes_of(28)),
          (29, "Raccumulate", bytes_of(29)), (30, "Get_accumulate", bytes_of(30)), (32, "Fetch_and_op", 8),
          (34, "Compare_and_swap", 8), (-36, "Put", bytes_of(36))]
READS = [(26, "Get", bytes_of(26)), (27, "Rget", bytes_of(27)), (30, "Get_accumulate", bytes_of(30)),
         (31, "Rget_accumulate", bytes_of(31)), (32, "Fetch_and_op", 8), (33, "Fetch_and_op", 8), (34, "Compare_and_swap", 8)]

# Calls of one rank that transfer no bytes of their own.
COUNTS = {"MPI_Send_init": 1, "MPI_Bsend_init": 1, "MPI_Ssend_init": 1, "MPI_Rsend_init": 1, "MPI_Recv_init": 1, "MPI_Mprobe": 1,
          "MPI_Mrecv": 1, "MPI_Imrecv": 1, "MPI_Request_free": 5, "MPI_Startall": 1, "MPI_Start": 7, "MPI_Send": 4, "MPI_Put": 3}


def expected(ranks, threads):
    """Returns traffic by layer and pair, and bytes by function, of all ranks together; each rank does everything in so many threads."""
    traffic = {P2P: defaultdict(lambda: (0, 0)), RMA: defaultdict(lambda: (0, 0))}
    payload = defaultdict(int)

    def move(layer, function, source, destination, size, messages=1):
        messages *= threads
        before = traffic[layer][source, destination]
        traffic[layer][source, destination] = (before[0] + size * messages, before[1] + messages)
        payload["MPI_" + function] += size * messages

    for rank in range(ranks):
        for _, function, messages, size, to in SENDS:
            move(P2P, function, rank, to(rank, ranks), size, messages)
        for shift, function, size in WRITES:
            move(RMA, function, rank, (rank + shift) % ranks, size)
        for shift, function, size in READS:
            move(RMA, function, (rank + shift) % ranks, rank, size)
    return traffic, payload


def size_classes(ranks, threads):
    """Returns the number of point-to-point messages in each class of sizes."""
    classes = defaultdict(int)
    for _, _, messages, size, _ in SENDS:
        classes[size.bit_length()] += messages * ranks * threads
    return dict(classes)


def main():
    options = profiles.arguments(__doc__)
    database = profiles.profiled(options)
    threads = int(options.program[1]) if options.program[1:2] and options.program[1].isdigit() else 1
    traffic, payload = expected(options.ranks, threads)
    failures = profiles.Failures()
    for layer in (P2P, RMA):
        failures.expect(layer, profiles.traffic(database, layer), dict(traffic[layer]))
    found = profiles.calls(database)
    failures.expect("bytes", {name: found[name][1] for name in found if name in payload}, dict(payload))
    failures.expect("calls", {name: found[name][0] for name in found if name in COUNTS},
                    {name: count * options.ranks * threads for name, count in COUNTS.items()})
    failures.expect("sizes", profiles.sizes(database, P2P), size_classes(options.ranks, threads))
    failures.finish()


if __name__ == "__main__":
    main()
