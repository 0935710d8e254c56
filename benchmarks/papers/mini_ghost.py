# Parameter sets of miniGhost, and what a set's processes send: as a matrix, and as a trace.
import random
from dataclasses import dataclass
from pathlib import Path

# Additions and multiplications for a point and variable, and the dimensions in which faces are exchanged.
STENCILS = {"5-point": (5, 2), "9-point": (9, 2), "7-point": (7, 3), "27-point": (27, 3)}
CORNERS = ["9-point", "27-point"]  # need the faces of one dimension before those of the next
SCHEMES = ["all variables", "each variable"]  # BSPMA: a message has all variables; SVAF: a message for each
SIDES = [4, 10, 40, 120, 400]  # cells of a process
LARGEST = 1_000_000  # cells of a process
VARIABLES = [5, 10, 20, 40, 50]


@dataclass
class Parameters:
    """One run of miniGhost; processes are numbered with the first dimension fastest."""

    stencil: str
    scheme: str
    variables: int
    cells: list[int]
    grid: list[int]

    @property
    def ranks(self) -> int:
        return self.grid[0] * self.grid[1] * self.grid[2]

    def neighbour(self, rank: int, dimension: int, step: int) -> int | None:
        stride = [1, self.grid[0], self.grid[0] * self.grid[1]][dimension]
        place = rank // stride % self.grid[dimension] + step
        return rank + step * stride if 0 <= place < self.grid[dimension] else None

    def face(self, dimension: int) -> int:
        """Returns the bytes of one variable's face, of numbers of eight bytes."""
        return 8 * self.cells[0] * self.cells[1] * self.cells[2] // self.cells[dimension]


def grids(ranks: int, dimensions: int) -> list[list[int]]:
    """Returns all grids of so many processes, the third side 1 in two dimensions."""
    sides = [side for side in range(1, ranks + 1) if ranks % side == 0]
    thirds = sides if dimensions == 3 else [1]
    return [[x, ranks // third // x, third] for third in thirds for x in sides if ranks // third % x == 0]


def as_cubic_as_possible(ranks: int, dimensions: int) -> list[int]:
    return min(grids(ranks, dimensions), key=lambda grid: (sum(grid[:dimensions]), grid))


def drawn(draw: random.Random, ranks: int) -> Parameters:
    stencil = draw.choice(list(STENCILS))
    cells = [draw.choice(SIDES) for _ in range(3)]
    while cells[0] * cells[1] * cells[2] > LARGEST:
        cells = [draw.choice(SIDES) for _ in range(3)]
    return Parameters(stencil, draw.choice(SCHEMES), draw.choice(VARIABLES), cells, as_cubic_as_possible(ranks, STENCILS[stencil][1]))


def faces(run: Parameters) -> list[tuple[int, int, int]]:
    """Returns dimension, step and bytes of one variable for each face that is exchanged."""
    return [(dimension, step, run.face(dimension)) for dimension in range(STENCILS[run.stencil][1]) for step in (-1, 1)]


def write_matrix(run: Parameters, file: Path) -> None:
    """Writes the bytes of one iteration between each two neighbours, both directions together."""
    entries = [(other + 1, rank + 1, 2 * size * run.variables) for rank in range(run.ranks) for dimension, step, size in faces(run)
               if step > 0 and (other := run.neighbour(rank, dimension, step)) is not None]
    lines = ["%%MatrixMarket matrix coordinate integer symmetric", f"{run.ranks} {run.ranks} {len(entries)}"]
    file.write_text("\n".join([*lines, *(f"{row} {column} {size}" for row, column, size in entries)]) + "\n")


def exchange(run: Parameters, rank: int, variables: int) -> list[str]:
    """Returns the calls of one process that exchange the faces of so many variables: in phases where corners are needed."""
    around = [(dimension, other, run.face(dimension) * variables) for dimension in range(STENCILS[run.stencil][1])
              for step in (-1, 1) if (other := run.neighbour(rank, dimension, step)) is not None]
    phases = [[one for one in around if one[0] == dimension] for dimension in range(3)] if run.stencil in CORNERS else [around]
    calls = []
    for phase in (phase for phase in phases if phase):
        calls += [f"{rank} {call} {other} {dimension} {size} 6" for call in ("irecv", "isend") for dimension, other, size in phase]
        calls += [f"{rank} waitall"]
    return calls


def write_trace(run: Parameters, iterations: int, file: Path) -> None:
    """Writes a trace in SimGrid's time-independent format: faces, the stencil, a sum."""
    variables = run.variables if run.scheme == "all variables" else 1
    work = run.cells[0] * run.cells[1] * run.cells[2] * STENCILS[run.stencil][0] * variables
    with file.open("w") as text:
        for rank in range(run.ranks):
            steps = [*exchange(run, rank, variables), f"{rank} compute {work}"] * (run.variables // variables)
            iteration = "\n".join([*steps, f"{rank} allreduce 8 0 6"])
            text.write("\n".join([f"{rank} init", *[iteration] * iterations, f"{rank} finalize"]) + "\n")
