"""Tests that calls are counted only while counting is on (programs/pause.c)."""
import profiles


def main():
    options = profiles.arguments(__doc__)
    database = profiles.profiled(options)
    failures = profiles.Failures()
    failures.expect("p2p", profiles.traffic(database, "p2p"),
                    {(rank, rank ^ 1): (10 + 1000 + 2000, 3) for rank in range(options.ranks)})
    found = profiles.calls(database)
    failures.expect("calls", {name: found.get(name) for name in ("MPI_Sendrecv", "MPI_Start", "MPI_Send_init")},
                    {"MPI_Sendrecv": (2 * options.ranks, 2010 * options.ranks),
                     "MPI_Start": (17 * options.ranks, 1000 * options.ranks), "MPI_Send_init": None})
    failures.finish()


if __name__ == "__main__":
    main()
