"""Communication of NAS parallel benchmarks by their rules, for numbers of ranks that were not measured."""
import math
from collections.abc import Callable
from pathlib import Path

Volumes = dict[tuple[int, int], float]  # by pair of ranks, the lower one first: bytes of both directions, in any unit


def add(volumes: Volumes, a: int, b: int, volume: float) -> None:
    if a != b:
        pair = (min(a, b), max(a, b))
        volumes[pair] = volumes.get(pair, 0) + volume


def rectangle(ranks: int) -> tuple[int, int]:
    """Returns rows and columns, of powers of two: as many of each, or twice as many columns."""
    exponent = ranks.bit_length() - 1
    return 2 ** (exponent // 2), 2 ** (exponent - exponent // 2)


def cg(ranks: int) -> Volumes:
    """Sums along rows, with partners that differ in one bit of the column; exchange with the transposed process."""
    rows, columns = rectangle(ranks)
    volumes: Volumes = {}
    for rank in range(ranks):
        row, column = divmod(rank, columns)
        for bit in range(columns.bit_length() - 1):
            add(volumes, rank, row * columns + (column ^ 1 << bit), 1 / rows)
        half = rank // 2
        mirror = column * columns + row if rows == columns else 2 * (half % rows * rows + half // rows) + rank % 2
        add(volumes, rank, mirror, 1 / columns)
    return volumes


def lu(ranks: int) -> Volumes:
    """Neighbours in a rectangle; the edge of a block goes to each."""
    rows, columns = rectangle(ranks)
    volumes: Volumes = {}
    for rank in range(ranks):
        row, column = divmod(rank, columns)
        if column + 1 < columns:
            add(volumes, rank, rank + 1, 1 / rows)
        if row + 1 < rows:
            add(volumes, rank, rank + columns, 1 / columns)
    return volumes


def mg(ranks: int) -> Volumes:
    """Faces of boxes in a periodic cube, the first axis fastest; on each coarser level a quarter of the bytes."""
    exponent = ranks.bit_length() - 1
    extent = [2 ** ((exponent + 2 - axis) // 3) for axis in range(3)]
    volumes: Volumes = {}
    for rank in range(ranks):
        place = [rank % extent[0], rank // extent[0] % extent[1], rank // (extent[0] * extent[1])]
        for axis in range(3):
            after = list(place)
            after[axis] = (place[axis] + 1) % extent[axis]
            face = 1 / math.prod(extent[other] for other in range(3) if other != axis)
            add(volumes, rank, after[0] + extent[0] * (after[1] + extent[1] * after[2]), face)
    return volumes


def bt(ranks: int) -> Volumes:
    """Multipartition of BT and SP: the successors of a process in three directions, in a periodic square."""
    side = math.isqrt(ranks)
    volumes: Volumes = {}
    for rank in range(ranks):
        j, i = divmod(rank, side)
        for successor in ((i + 1) % side + side * j, i + side * ((j + 1) % side), (i - 1) % side + side * ((j + 1) % side)):
            add(volumes, rank, successor, 1)
    return volumes


PROGRAMS: dict[str, Callable[[int], Volumes]] = {"bt, sp": bt, "cg": cg, "lu": lu, "mg": mg}


def ranks_of(name: str, slots: int) -> int:
    """Returns the ranks that the program uses on so many slots: BT and SP need a square number."""
    return math.isqrt(slots) ** 2 if name == "bt, sp" else slots


def write(volumes: Volumes, ranks: int, path: Path) -> Path:
    unit = 1e6 / max(volumes.values())
    lines = ["%%MatrixMarket matrix coordinate integer symmetric", f"{ranks} {ranks} {len(volumes)}"]
    lines += [f"{b + 1} {a + 1} {max(1, round(volume * unit))}" for (a, b), volume in sorted(volumes.items())]
    path.write_text("\n".join(lines) + "\n")
    return path


def read(path: Path) -> Volumes:
    """Reads a symmetric matrix in the format of write()."""
    rows = [line.split() for line in path.read_text().splitlines() if line and not line.startswith("%")][1:]
    volumes: Volumes = {}
    for a, b, volume in rows:
        add(volumes, int(a) - 1, int(b) - 1, float(volume))
    return volumes


def likeness(one: Volumes, other: Volumes) -> float:
    """Returns the cosine of two matrices: 1 if one is a multiple of the other."""
    def length(volumes: Volumes) -> float:
        return math.sqrt(sum(volume * volume for volume in volumes.values()))

    return sum(volume * other.get(pair, 0) for pair, volume in one.items()) / (length(one) * length(other))
