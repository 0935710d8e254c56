"""Tests that the model of all-to-alls of parts of the world sends to the right ranks of the world (programs/groups.c)."""
import profiles


def main():
    options = profiles.arguments(__doc__)
    database = profiles.profiled(options)
    failures = profiles.Failures()
    last = {half: max(range(half, options.ranks, 2)) for half in (0, 1)}  # first in its communicator: gets two bytes, the others one
    expected = {(a, b): (4 + (2 if b == last[b % 2] else 1), 2) for a in range(options.ranks) for b in range(a % 2, options.ranks, 2) if a != b}
    failures.expect("all-to-alls", profiles.traffic(database, "collective"), expected)
    failures.expect("rows of groups", database.execute("SELECT count(*) FROM group_traffic").fetchone()[0], 0)
    failures.finish()


if __name__ == "__main__":
    main()
