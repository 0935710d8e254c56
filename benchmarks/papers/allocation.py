# Allocators on a populated torus [Tuncer 2015, section 5.2]: hop-bytes over those of best fit with the same mapper.
import random
import tempfile
from pathlib import Path

from markdown import table

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "matrices/miniamr-1000.mtx",
              "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph", "graphs/stencil3d7_4096.graph"]
ALLOCATORS = ["mc1x1", "pacmap", "search"]
MAPPERS = ["pacmap", "auto"]
TORUS = (16, 12, 24)  # Cielo's
BUSY = 0.6
SLOTS = 4  # ranks on a host


def free_hosts(sizes: tuple[int, ...], busy_share: float, seed: int) -> list[int]:
    """Returns the hosts that remain when boxes of 1 to 5 hosts a side, at random places, have taken their share."""
    draw = random.Random(seed)
    x_size, y_size, z_size = sizes
    hosts = x_size * y_size * z_size
    busy: set[int] = set()
    while len(busy) < busy_share * hosts:
        at = [draw.randrange(size) for size in sizes]
        box = [draw.randint(1, 5) for _ in sizes]
        for x in range(at[0], at[0] + box[0]):
            for y in range(at[1], at[1] + box[1]):
                for z in range(at[2], at[2] + box[2]):
                    busy.add(x % x_size + x_size * (y % y_size + y_size * (z % z_size)))
    return [host for host in range(hosts) if host not in busy]


Ratios = list[dict[tuple[str, str], float]]  # a row for each affinity: by mapper and allocator


def row(allocate, free: Path, affinity: Path) -> tuple[list[str], dict[tuple[str, str], float]]:
    """Returns a row of the table, and its ratios. `allocate` runs the verb with these options and returns its JSON and
    CPU seconds."""
    ratios, seconds, hosts = {}, [], 0
    for mapper in MAPPERS:
        for allocator in ALLOCATORS:
            found, cpu = allocate("--topology", "torus:" + "x".join(map(str, TORUS)), "--free", free, "--affinity", affinity, "--slots-per-node",
                                  SLOTS, "--allocator", allocator, "--algorithm", mapper)
            hosts = len(found["hosts"])
            ratios[mapper, allocator] = found["hop_bytes"] / found["best_fit_hop_bytes"]
            seconds.append(f"{cpu:.1f}")
    return [affinity.stem, str(hosts), *(f"{ratio:.3f}" for ratio in ratios.values()), " ".join(seconds)], ratios


def section(allocate, data: Path, seed: int = 1) -> tuple[str, Ratios]:
    """Returns the text with its table, and the ratios."""
    free = free_hosts(TORUS, BUSY, seed)
    with tempfile.NamedTemporaryFile("w", suffix=".free") as file:
        file.write("".join(f"{host}\n" for host in free))
        file.flush()
        rows = [row(allocate, Path(file.name), data / name) for name in AFFINITIES]
    ratios = [numbers for _, numbers in rows]
    header = [f"{'mapper ' + mapper + ': ' if allocator == ALLOCATORS[0] else ''}{allocator}" for mapper in MAPPERS for allocator in ALLOCATORS]
    return (f"Torus of {'x'.join(map(str, TORUS))} (the paper's Cielo), {BUSY:.0%} taken by box-shaped jobs, {len(free)} hosts free, {SLOTS} ranks a host. "
            f"Values are\nhop-bytes over those of best fit along the Hilbert curve with the same mapper.\n\n" + table(["affinity", "hosts", *header, "CPU seconds"], [cells for cells, _ in rows])), ratios
