"""What the sets of miniGhost send (benchmarks/papers/mini_ghost.py): their matrices by hand, and the same bytes in their traces."""
import random
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks/papers"))

import mini_ghost
from mini_ghost import Parameters


def matrix(run):
    """The bytes between each two processes, the larger number first, from 0."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ghost.mtx"
        mini_ghost.write_matrix(run, file)
        head, sizes, *entries = file.read_text().splitlines()
    assert head.endswith("integer symmetric") and sizes == f"{run.ranks} {run.ranks} {len(entries)}"
    return {(int(row) - 1, int(column) - 1): int(size) for row, column, size in map(str.split, entries)}


def sent(run):
    """The bytes of all sends in a trace of one iteration, both directions together."""
    found = Counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ghost.trace"
        mini_ghost.write_trace(run, 1, file)
        for rank, call, *words in map(str.split, file.read_text().splitlines()):
            if call == "isend":
                found[max(int(rank), int(words[0])), min(int(rank), int(words[0]))] += int(words[2])
    return dict(found)


class MatrixTest(unittest.TestCase):
    def test_faces_by_hand(self):
        """A face has the cells of the other dimensions, eight bytes each, for each variable and both directions."""
        run = Parameters("7-point", "all variables", 3, [2, 4, 5], [2, 2, 2])
        x, y, z = (2 * 8 * 3 * cells for cells in (4 * 5, 2 * 5, 2 * 4))
        self.assertEqual(matrix(run), {(1, 0): x, (3, 2): x, (5, 4): x, (7, 6): x, (2, 0): y, (3, 1): y, (6, 4): y, (7, 5): y,
                                       (4, 0): z, (5, 1): z, (6, 2): z, (7, 3): z})

    def test_grids_do_not_wrap_and_flat_stencils_have_two_dimensions(self):
        self.assertEqual(set(matrix(Parameters("5-point", "all variables", 1, [4, 4, 4], [3, 1, 1]))), {(1, 0), (2, 1)})
        for stencil in ("5-point", "9-point"):
            self.assertEqual(set(matrix(Parameters(stencil, "all variables", 1, [4, 4, 4], [2, 2, 1]))), {(1, 0), (3, 2), (2, 0), (3, 1)})

    def test_the_trace_sends_the_bytes_of_the_matrix(self):
        draw = random.Random(1)
        for ranks in (1, 8, 48, 96):
            for _ in range(5):
                run = mini_ghost.drawn(draw, ranks)
                with self.subTest(run):
                    self.assertEqual(run.ranks, ranks)
                    self.assertEqual(matrix(run), sent(run))


if __name__ == "__main__":
    unittest.main()
