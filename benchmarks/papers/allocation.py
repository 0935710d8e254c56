# Allocators on a populated torus [Tuncer 2015, section 5.2]: hop-bytes over those of best fit with the same mapper.
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from markdown import table

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "matrices/miniamr-1000.mtx",
              "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph", "graphs/stencil3d7_4096.graph"]
ALLOCATORS = ["mc1x1", "pacmap", "search"]
MAPPERS = ["pacmap", "auto"]
TORUS = (16, 12, 24)  # Cielo's
BUSY = 0.6
SLOTS = 4  # ranks on a host

# The states of the second table.
MANY_SLOTS = [4, 16]
MANY_BUSY = [0.4, 0.6, 0.75]  # the largest job finds its 1024 hosts in all of them
SEEDS = [1, 2, 3]
ROW_BY_ROW = "best-fit row by row"  # along the hosts' numbers instead of Hilbert's curve


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


def torus() -> str:
    return "torus:" + "x".join(map(str, TORUS))


@contextmanager
def listed(free: list[int]) -> Iterator[Path]:
    """Gives a file of these hosts."""
    with tempfile.NamedTemporaryFile("w", suffix=".free") as file:
        file.write("".join(f"{host}\n" for host in free))
        file.flush()
        yield Path(file.name)


Ratios = list[dict[tuple[str, str], float]]  # a row for each affinity: by mapper and allocator


def row(allocate: Callable, free: Path, affinity: Path) -> tuple[list[str], dict[tuple[str, str], float]]:
    """Returns a row of the table, and its ratios. `allocate` runs the verb with these options and returns its JSON and
    CPU seconds."""
    ratios, seconds, hosts = {}, [], 0
    for mapper in MAPPERS:
        for allocator in ALLOCATORS:
            found, cpu = allocate("--topology", torus(), "--free", free, "--affinity", affinity, "--slots-per-node",
                                  SLOTS, "--allocator", allocator, "--algorithm", mapper)
            hosts = len(found["hosts"])
            ratios[mapper, allocator] = found["hop_bytes"] / found["best_fit_hop_bytes"]
            seconds.append(f"{cpu:.1f}")
    return [affinity.stem, str(hosts), *(f"{ratio:.3f}" for ratio in ratios.values()), " ".join(seconds)], ratios


def section(allocate: Callable, data: Path, seed: int = 1) -> tuple[str, Ratios]:
    """Returns the text with its table, and the ratios."""
    free = free_hosts(TORUS, BUSY, seed)
    with listed(free) as file:
        rows = [row(allocate, file, data / name) for name in AFFINITIES]
    ratios = [numbers for _, numbers in rows]
    header = [f"{'mapper ' + mapper + ': ' if allocator == ALLOCATORS[0] else ''}{allocator}" for mapper in MAPPERS for allocator in ALLOCATORS]
    return (f"Torus of {'x'.join(map(str, TORUS))} (the paper's Cielo), {BUSY:.0%} taken by box-shaped jobs, {len(free)} hosts free, {SLOTS} ranks a host. "
            f"Values are\nhop-bytes over those of best fit along the Hilbert curve with the same mapper.\n\n" + table(["affinity", "hosts", *header, "CPU seconds"], [cells for cells, _ in rows])), ratios


def by_allocator(allocate: Callable, free: Path, affinity: Path, slots: int) -> dict[str, float]:
    """Returns hop-bytes with PaCMap as mapper over those of best fit along the Hilbert curve, by allocator."""
    ratios = {}
    usual = ["--topology", torus(), "--free", free, "--affinity", affinity, "--slots-per-node", slots, "--algorithm", "pacmap"]
    for allocator in ALLOCATORS:
        found, _ = allocate(*usual, "--allocator", allocator, "--preset", "fast")
        ratios[allocator] = found["hop_bytes"] / found["best_fit_hop_bytes"]
    along_rows, _ = allocate(*usual, "--allocator", "best-fit", "--curve", "numbers")
    ratios[ROW_BY_ROW] = along_rows["hop_bytes"] / found["best_fit_hop_bytes"]
    return ratios


def mean_and_span(values: list[float]) -> str:
    return f"{sum(values) / len(values):.3f} ({min(values):.3f} to {max(values):.3f})"


def many_states(allocate: Callable, data: Path) -> tuple[str, dict[int, dict[str, list[float]]]]:
    """Returns the table of several states of the torus, and the ratios by ranks on a host and allocator."""
    rows: list[list[str]] = []
    ratios: dict[int, dict[str, list[float]]] = {}
    columns = [*ALLOCATORS, ROW_BY_ROW]
    for slots in MANY_SLOTS:
        ratios[slots] = {name: [] for name in columns}
        for busy in MANY_BUSY:
            here: dict[str, list[float]] = {name: [] for name in columns}
            for seed in SEEDS:
                with listed(free_hosts(TORUS, busy, seed)) as file:
                    for name in AFFINITIES:
                        for column, ratio in by_allocator(allocate, file, data / name, slots).items():
                            here[column].append(ratio)
            for column in columns:
                ratios[slots][column] += here[column]
            rows.append([str(slots), f"{busy:.0%}", *(mean_and_span(here[column]) for column in columns)])
    return table(["ranks a host", "taken", *columns], rows), ratios
