"""Tests exact counts of calls that are repeated while the meaning of their arguments changes (programs/repeats.c)."""
import profiles

ROUNDS, FEW = 20, 30


def ring(ranks, size, messages, step=1):
    return {(rank, (rank + step) % ranks): (size, messages) for rank in range(ranks)}


def both_ways(ranks, size, messages):
    """Returns half of the given traffic for each neighbour; both are the same rank if there are only two."""
    sums = {}
    for step in (1, -1):
        for pair, volume in ring(ranks, size // 2, messages // 2, step).items():
            before = sums.get(pair, (0, 0))
            sums[pair] = (before[0] + volume[0], before[1] + volume[1])
    return sums


def main():
    options = profiles.arguments(__doc__)
    ranks = options.ranks
    database = profiles.profiled(options)
    expected = {
        "main": {},
        "plain": ring(ranks, FEW * ROUNDS // 2 * 101, FEW * ROUNDS),
        "types": ring(ranks, 2 * FEW * sum(range(1, ROUNDS + 1)), FEW * ROUNDS),
        "communicators": both_ways(ranks, 10 * FEW * ROUNDS, FEW * ROUNDS),
        "fourth": ring(ranks, 3 * FEW * ROUNDS // 4, FEW * ROUNDS // 4),
        "others": ring(ranks, 3 * FEW * ROUNDS * 3 // 4, FEW * ROUNDS * 3 // 4),
        "failures": {},
    }
    failures = profiles.Failures()
    for phase, traffic in expected.items():
        failures.expect(phase, profiles.traffic(database, "p2p", phase), traffic)
        sent = sum(volume[1] for volume in traffic.values())
        if phase in ("main", "failures"):
            continue
        failures.expect(f"{phase}: sizes", sum(profiles.sizes(database, "p2p", phase).values()), sent)
        found = profiles.calls(database, phase)
        failures.expect(f"{phase}: calls", {name: found[name] for name in ("MPI_Send", "MPI_Irecv", "MPI_Wait")},
                        {"MPI_Send": (sent, sum(volume[0] for volume in traffic.values())), "MPI_Irecv": (sent, 0),
                         "MPI_Wait": (sent, 0)})
    blocks = sum((round + 1) * (ranks if round % 2 == 0 else 1) for round in range(ROUNDS))
    failures.expect("collectives: calls", profiles.calls(database, "collectives")["MPI_Alltoall"], (3 * ROUNDS * ranks, 3 * blocks * ranks))
    failures.finish()


if __name__ == "__main__":
    main()
