"""Tests exact counts when many threads send at the same time (programs/threads.c)."""
import profiles


def main():
    options = profiles.arguments(__doc__)
    threads, rounds = (int(word) for word in options.program[1:])
    database = profiles.profiled(options)
    pairs = [(a, b) for a in range(options.ranks) for b in range(options.ranks) if a != b]
    size = sum(8 * (thread + 1) for thread in range(threads)) * rounds * 3
    failures = profiles.Failures()
    failures.expect("p2p", profiles.traffic(database, "p2p"), {pair: (size, 3 * threads * rounds) for pair in pairs})
    failures.expect("one-sided", profiles.traffic(database, "one-sided"),
                    {pair: (8 * threads * rounds, threads * rounds) for pair in pairs})
    found = profiles.calls(database)
    each = threads * rounds * len(pairs)
    failures.expect("calls", {name: found[name] for name in ("MPI_Isend", "MPI_Start", "MPI_Get")},
                    {"MPI_Isend": (2 * each, 2 * len(pairs) * size // 3),
                     "MPI_Start": (each, len(pairs) * size // 3), "MPI_Get": (each, 8 * each)})
    failures.finish()


if __name__ == "__main__":
    main()
