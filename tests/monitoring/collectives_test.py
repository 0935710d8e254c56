"""Tests what collectives send (programs/collectives.c on 4 ranks), worked out by hand from the descriptions of the algorithms.

Scenario "model": Open MPI does not report; the model's messages. Scenario "exact": Open MPI reports, and is told to use the algorithms the
model is made of, so that the same figures come from another source.
"""
import profiles

RANKS = range(4)


def ring(bytes_, messages=1):
    return {(r, (r + 1) % 4): (bytes_, messages) for r in RANKS}


def pairs(bytes_to):
    return {(r, p): (bytes_to(p), 1) for r in RANKS for p in RANKS if r != p}


BCAST = {(1, 3): (1000, 1), (1, 2): (1000, 1), (3, 0): (1000, 1)}
ALLREDUCE = {(r, r ^ bit): (80, 1) for r in RANKS for bit in (1, 2)}
BARRIER = {(r, (r + step) % 4): (0, 1) for r in RANKS for step in (1, 2)}
GATHERV = {(r, 3): (8 * (r + 1), 1) for r in range(3)}

EXPECTED = {
    "reduce": {(3, 2): (80, 1), (0, 2): (80, 1), (1, 0): (80, 1)},
    "gather": {(1, 0): (24, 1), (2, 0): (48, 1), (3, 2): (24, 1)},
    "scatter": {(0, 1): (24, 1), (0, 2): (48, 1), (2, 3): (24, 1)},
    "gatherv": GATHERV,
    "scatterv": {(0, p): (8 * (p + 1), 1) for p in (1, 2, 3)},
    "barrier": BARRIER,
    "allreduce": ALLREDUCE,
    "allreduce in place": ALLREDUCE,
    "allgather": ring(48, 3),
    "allgather in place": ring(48, 3),
    "allgatherv": {(r, (r + 1) % 4): (80 - 8 * ((r + 1) % 4 + 1), 3) for r in RANKS},
    "alltoall": pairs(lambda p: 40),
    "alltoallv": pairs(lambda p: 8 * (p + 1)),
    "alltoallw": pairs(lambda p: 8 * (p + 1)),
    "scan": {(r, r + 1): (56, 1) for r in range(3)},
    "exscan": {(r, r + 1): (56, 1) for r in range(3)},
    "neighbor_alltoall": {(r, (r + shift) % 4): (72, 1) for r in RANKS for shift in (1, 3)},
    "neighbor_allgather": ring(64),
    "ineighbor_allgather": ring(64),
    "neighbor_alltoallv": ring(8),
    "neighbor_alltoallw": ring(8),
}
# Open MPI 4.1 has no such algorithm, or no choice of one.
ONLY_MODEL = {
    "bcast": BCAST,
    "reduce_scatter": pairs(lambda p: 8 * (p + 1)),
    "reduce_scatter_block": pairs(lambda p: 24),
    "ibarrier": BARRIER,
    "ibcast": BCAST,
    "iallreduce": ALLREDUCE,
    "ialltoall": pairs(lambda p: 40),
    "igatherv": GATHERV,
    "bcast_init": {pair: (2 * volume[0], 2 * volume[1]) for pair, volume in BCAST.items()},
    "bcast between": {(0, 1): (500, 1), (1, 3): (500, 1)},
}
# The binomial broadcast tree of Open MPI counts its bits from the other end.
ONLY_EXACT = {"bcast": {(1, 3): (1000, 1), (1, 2): (1000, 1), (2, 0): (1000, 1)}}
# What must at least arrive at every rank, whatever the algorithm.
ARRIVES = {"ibcast": {r: 1000 for r in (0, 2, 3)}, "bcast_init": {r: 2000 for r in (0, 2, 3)},
           "iallreduce": {r: 80 for r in RANKS}, "ialltoall": {r: 120 for r in RANKS}, "igatherv": {3: 48},
           "bcast between": {1: 500, 3: 500}, "reduce_scatter": {r: 8 * (r + 1) for r in RANKS}}
# Payload of the call statistics of all ranks together; the same in both scenarios.
PAYLOAD = {"bcast": 1000, "reduce": 320, "gather": 96, "scatter": 96, "gatherv": 80, "scatterv": 80, "allreduce": 320,
           "allgather": 64, "allgather in place": 64, "allgatherv": 80, "alltoall": 640, "alltoallv": 320, "alltoallw": 320,
           "reduce_scatter": 320, "reduce_scatter_block": 384, "scan": 224, "barrier": 0, "ibcast": 1000, "bcast_init": 2000,
           "neighbor_alltoall": 576, "neighbor_allgather": 256, "bcast between": 500}


def times(threads, traffic):
    return {pair: (threads * volume[0], threads * volume[1]) for pair, volume in traffic.items()}


def main():
    options = profiles.arguments(__doc__)
    threads = int(options.program[1]) if options.program[1:] else 1
    database = profiles.profiled(options)
    failures = profiles.Failures()
    exact = options.scenario == "exact"
    failures.expect("source of the figures", database.execute("SELECT value FROM meta WHERE key = 'collectives'").fetchone()[0],
                    options.scenario)
    for phase, expected in (EXPECTED | (ONLY_EXACT if exact else ONLY_MODEL)).items():
        failures.expect(phase, profiles.traffic(database, "collective", phase), times(threads, expected))
    for phase, least in ARRIVES.items():
        found = profiles.traffic(database, "collective", phase)
        for rank, size in least.items():
            arrived = sum(volume[0] for pair, volume in found.items() if pair[1] == rank)
            failures.expect(f"{phase}: enough arrives at {rank}", arrived >= threads * size, True)
    for phase, size in PAYLOAD.items():
        found = profiles.calls(database, phase)
        failures.expect(f"{phase}: payload", sum(count_bytes[1] for count_bytes in found.values()), threads * size)
    failures.expect("p2p", profiles.traffic(database, "p2p"), {})
    failures.finish()


if __name__ == "__main__":
    main()
