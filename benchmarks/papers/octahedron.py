# Coordinates of a mesh that is an octahedron with subdivided faces, as sphere3 of PaCMap's figure 11: they follow from
# its edges.
import math
from pathlib import Path

CORNERS = 6


def neighbours(path: Path) -> list[set[int]]:
    """Reads a symmetric Matrix Market file."""
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("%")]
    found: list[set[int]] = [set() for _ in range(int(lines[0][0]))]
    for row, column, *_ in lines[1:]:
        if row != column:
            found[int(row) - 1].add(int(column) - 1)
            found[int(column) - 1].add(int(row) - 1)
    return found


def distances(near: list[set[int]], start: int) -> list[int]:
    """Returns the hops from one vertex to all."""
    hops, front = [-1] * len(near), [start]
    hops[start] = 0
    for vertex in front:
        for other in near[vertex]:
            if hops[other] < 0:
                hops[other] = hops[vertex] + 1
                front.append(other)
    return hops


def directions(hops: list[list[int]], corners: list[int]) -> list[tuple[int, int]]:
    """Returns axis and sign of each corner. Opposite corners are farthest from each other."""
    opposite = [max(range(CORNERS), key=lambda other: from_corner[corners[other]]) for from_corner in hops]
    firsts = sorted({min(pair) for pair in enumerate(opposite)})
    return [(firsts.index(min(corner, other)), 1 if corner < other else -1) for corner, other in enumerate(opposite)]


def points(path: Path) -> list[tuple[float, ...]] | None:
    """Returns a point of the unit sphere for each vertex, known up to a rotation; nothing if the mesh is another one. A
    vertex has weights in the three corners of its face: the edges of the mesh on an edge of the octahedron, less the
    hops to the corner."""
    near = neighbours(path)
    corners = [vertex for vertex, others in enumerate(near) if len(others) == 4]
    if len(corners) != CORNERS:
        return None
    hops = [distances(near, corner) for corner in corners]
    edge = max(hops[0]) // 2
    weights = [[max(0, edge - from_corner[vertex]) for from_corner in hops] for vertex in range(len(near))]
    if any(sum(each) != edge for each in weights):
        return None
    axes, found = directions(hops, corners), []
    for each in weights:
        place = [0.0, 0.0, 0.0]
        for (axis, sign), weight in zip(axes, each):
            place[axis] += sign * weight
        found.append(tuple(value / math.hypot(*place) for value in place))
    return found
