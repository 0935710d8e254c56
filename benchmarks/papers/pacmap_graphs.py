# The communication graphs of [Tuncer 2015] and others of its kind: with equal edges, with coordinates, in groups.
import subprocess
from collections import Counter
from pathlib import Path

import octahedron

Entries = list[tuple[int, int, int]]  # row, column, bytes; from 0


def lines_of(path: Path) -> list[list[str]]:
    """Returns the words of the lines of a Matrix Market file, without comments."""
    return [line.split() for line in path.read_text().splitlines() if line.strip() and not line.startswith("%")]


def with_equal_edges(path: Path, work: Path) -> Path:
    """Writes a graph of the collection without its weights: the paper assumes uniform communication (section 4.2)."""
    sizes, *entries = lines_of(path)
    copy = work / path.name
    pairs = "".join(f"{row} {column}\n" for row, column, *_ in entries)
    copy.write_text(f"%%MatrixMarket matrix coordinate pattern symmetric\n{' '.join(sizes[:3])}\n{pairs}")
    return copy


def own_graphs(data: Path, work: Path) -> list[Path]:
    """Writes the graphs of figure 8 that are at hand, with equal edges."""
    return [with_equal_edges(file, work) for file in sorted((data / "pacmap").glob("*.mtx")) if not file.stem.endswith("_coord")]


def as_matrix(topomorph: Path, affinity: str, work: Path) -> Path:
    """Converts an affinity to a Matrix Market file of all its entries."""
    path = work / "converted.mtx"
    subprocess.run([topomorph, "convert", affinity, path], check=True, capture_output=True)
    return path


def entries_of(matrix: Path) -> tuple[int, Entries]:
    """Returns the number of roles, and the entries."""
    sizes, *entries = lines_of(matrix)
    return int(sizes[0]), [(int(row) - 1, int(column) - 1, int(volume)) for row, column, volume in entries]


def contracted(matrix: Path, group_of: list[int], path: Path) -> Path:
    """Writes the traffic between groups of roles; that within a group is left out."""
    between: Counter[tuple[int, int]] = Counter()
    for row, column, volume in entries_of(matrix)[1]:
        if group_of[row] != group_of[column]:
            between[group_of[row], group_of[column]] += volume
    groups = max(group_of) + 1
    cells = "".join(f"{row + 1} {column + 1} {volume}\n" for (row, column), volume in sorted(between.items()))
    path.write_text(f"%%MatrixMarket matrix coordinate integer general\n{groups} {groups} {len(between)}\n{cells}")
    return path


def groups_by_host(host_of_role: list[int]) -> list[int]:
    """Returns a number of the group of each role; a group are the roles of a host."""
    number = {host: group for group, host in enumerate(sorted(set(host_of_role)))}
    return [number[host] for host in host_of_role]


def grid_points(matrix: Path) -> list[tuple[int, ...]] | None:
    """Returns the cell of each role if the edges are those of a grid of two or three dimensions without wrap-around, up
    to a reflection: a corner is as many hops away as the sum of the coordinates. Otherwise nothing."""
    roles, entries = entries_of(matrix)
    near: list[set[int]] = [set() for _ in range(roles)]
    for row, column, _ in entries:
        if row != column:
            near[row].add(column)
            near[column].add(row)
    dimensions = min(map(len, near))
    if dimensions not in (2, 3) or max(map(len, near)) != 2 * dimensions:
        return None
    return cells_from_corners(near, [role for role, others in enumerate(near) if len(others) == dimensions], dimensions)


def cells_from_corners(near: list[set[int]], corners: list[int], dimensions: int) -> list[tuple[int, ...]] | None:
    """Returns the cells, by the hops from one corner and from those at the other ends of its sides."""
    if len(corners) != 2**dimensions:
        return None
    hops = octahedron.distances(near, corners[0])
    others = sorted(corners[1:], key=lambda corner: hops[corner])[:dimensions]
    if any(each < 0 for each in hops):
        return None
    along = [octahedron.distances(near, other) for other in others]
    points = [tuple((hops[role] - far[role] + hops[other]) // 2 for far, other in zip(along, others)) for role in range(len(near))]
    return points if is_grid(points, near) else None


def is_grid(points: list[tuple[int, ...]], near: list[set[int]]) -> bool:
    """Returns whether each role has a cell of its own, and each edge leads to the next cell."""
    apart = (sum(abs(a - b) for a, b in zip(points[role], points[other])) for role, others in enumerate(near) for other in others)
    return len(set(points)) == len(points) and all(each == 1 for each in apart)


def write_points(points: list[tuple], path: Path) -> Path:
    """Writes coordinates as `rgeob:FILE` reads them."""
    path.write_text("".join(" ".join(map(str, point)) + "\n" for point in points))
    return path
