"""Tests that every start of a persistent buffered send is counted, even if Open MPI replaces the request (programs/buffered.c)."""
import profiles


def main():
    options = profiles.arguments(__doc__)
    database = profiles.profiled(options)
    failures = profiles.Failures()
    expected = (10 * 1000000 + 60 * 20000, 70)
    failures.expect("p2p", profiles.traffic(database, "p2p"), {(rank, rank ^ 1): expected for rank in range(options.ranks)})
    failures.finish()


if __name__ == "__main__":
    main()
