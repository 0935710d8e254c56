# Allocators on a populated torus [Tuncer 2015, section 5.2]: hop-bytes of pairs of an allocator and a mapper.
import random
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pacmap_graphs
from markdown import table

AFFINITIES = ["matrices/npb-bt-1024.mtx", "matrices/minimd-1024.mtx", "matrices/miniamr-1000.mtx",
              "graphs/lu1024r.graph", "graphs/stencil2d5_1024.graph", "graphs/stencil3d7_4096.graph"]
BEST_FIT = "best-fit"  # along the Hilbert curve
ROW_BY_ROW = "best-fit row by row"  # along the hosts' numbers
ALLOCATORS = ["mc1x1", "pacmap", "search"]
PAPERS = [BEST_FIT, ROW_BY_ROW, "mc1x1", "pacmap"]  # allocators of the paper, best fit along two curves
MAPPERS = ["pacmap", "rgrb", "auto"]
TORUS = (16, 12, 24)  # Cielo's
BUSY = 0.6
SLOTS = 4  # ranks on a host

# The states of the second table.
MANY_SLOTS = [4, 16]
MANY_BUSY = [0.4, 0.6, 0.75]  # the largest job finds its 1024 hosts in all of them
SEEDS = [1, 2, 3]
AGAINST_CURVES = "pacmap over the better curve's best fit"
AGAINST_RGRB = "pacmap with pacmap over the best pair with rgrb"
COLUMNS = [*ALLOCATORS, ROW_BY_ROW, AGAINST_CURVES, AGAINST_RGRB]


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


@dataclass
class Placed:
    """Hop-bytes and CPU seconds of one affinity on one state of the torus, by allocator and mapper."""

    name: str
    hosts: int = 0
    cost: dict[tuple[str, str], int] = field(default_factory=dict)
    cpu: dict[tuple[str, str], float] = field(default_factory=dict)

    def over(self, allocator: str, mapper: str, base: str = BEST_FIT) -> float:
        """Returns the hop-bytes over those of another allocator with the same mapper."""
        return self.cost[allocator, mapper] / self.cost[base, mapper]

    def against_rgrb(self) -> float:
        """Returns the hop-bytes of PaCMap as allocator and mapper over those of the best pair with rgrb, as in the paper."""
        return self.cost["pacmap", "pacmap"] / min(self.cost[allocator, "rgrb"] for allocator in PAPERS)

    def against_curves(self) -> float:
        """Returns PaCMap's hop-bytes over those of best fit along the better curve, with PaCMap as mapper."""
        return self.cost["pacmap", "pacmap"] / min(self.cost[BEST_FIT, "pacmap"], self.cost[ROW_BY_ROW, "pacmap"])


class Placing:
    """Places affinities. `allocate` runs the verb with these options and returns its JSON and CPU seconds; `convert`
    returns an affinity as a matrix."""

    def __init__(self, allocate: Callable, convert: Callable, data: Path, work: Path):
        self.allocate, self.convert, self.data, self.work = allocate, convert, data, work
        self.grouped: dict[tuple[str, int], Path] = {}

    def groups(self, name: str, slots: int) -> Path:
        """Returns the traffic between PaCMap's groups, which do not depend on the hosts: rgrb gets them, as in the
        authors' program."""
        if (name, slots) not in self.grouped:
            found, _ = self.allocate("--topology", torus(), "--free", "all", "--affinity", self.data / name, "--slots-per-node", slots,
                                     "--allocator", BEST_FIT, "--algorithm", "pacmap")
            group_of = pacmap_graphs.groups_by_host(found["host_of_role"])
            path = self.work / f"{Path(name).stem}-{slots}.mtx"
            self.grouped[name, slots] = pacmap_graphs.contracted(self.convert(self.data / name), group_of, path)
        return self.grouped[name, slots]

    def place(self, placed: Placed, free: Path, slots: int, allocator: str, mapper: str, preset: str = "default") -> None:
        """Adds a pair."""
        affinity, ranks = (self.groups(placed.name, slots), 1) if mapper == "rgrb" else (self.data / placed.name, slots)
        name, *curve = [BEST_FIT, "--curve", "numbers"] if allocator == ROW_BY_ROW else [allocator]
        found, cpu = self.allocate("--topology", torus(), "--free", free, "--affinity", affinity, "--slots-per-node", ranks, "--allocator", name, *curve,
                                   "--algorithm", mapper, "--preset", preset)
        placed.hosts = len(found["hosts"])
        placed.cost[allocator, mapper], placed.cpu[allocator, mapper] = found["hop_bytes"], cpu


def placed_by_all(placing: Placing, free: Path, name: str) -> Placed:
    """Places an affinity by every pair of the first table."""
    placed = Placed(name)
    for mapper in MAPPERS:
        for allocator in [BEST_FIT, ROW_BY_ROW, *ALLOCATORS]:
            placing.place(placed, free, SLOTS, allocator, mapper)
    return placed


def section(placing: Placing, seed: int = 1) -> tuple[str, list[Placed]]:
    """Returns the text with its table, and the results."""
    free = free_hosts(TORUS, BUSY, seed)
    with listed(free) as file:
        all_placed = [placed_by_all(placing, file, name) for name in AFFINITIES]
    pairs = [(allocator, mapper) for mapper in MAPPERS for allocator in ALLOCATORS]
    rows = [[Path(placed.name).stem, str(placed.hosts), *(f"{placed.over(*pair):.3f}" for pair in pairs), f"{placed.against_rgrb():.3f}",
             " ".join(f"{placed.cpu[pair]:.1f}" for pair in pairs)] for placed in all_placed]
    header = [f"{'mapper ' + mapper + ': ' if allocator == ALLOCATORS[0] else ''}{allocator}" for allocator, mapper in pairs]
    about = (f"Torus of {'x'.join(map(str, TORUS))} (as large as Cielo, on which the paper measures its metrics), {BUSY:.0%} taken by box-shaped "
             f"jobs, {len(free)} hosts free, {SLOTS} ranks a host. Values are hop-bytes over those of best fit along the Hilbert curve with the same "
             "mapper. `rgrb` maps PaCMap's groups, as in the authors' program. The last ratio is the paper's comparison, with best fit row by row as "
             f"one more rival: PaCMap as allocator and mapper over the best of {', '.join(PAPERS)}, each with `rgrb`. Hilbert's curve of this torus is "
             "cut out of that of 32x32x32, so best fit also follows the rows of hosts.")
    text = textwrap.fill(about, 120, break_long_words=False, break_on_hyphens=False)
    return text + "\n\n" + table(["affinity", "hosts", *header, AGAINST_RGRB, "CPU seconds"], rows), all_placed


def in_state(placing: Placing, free: Path, name: str, slots: int) -> Placed:
    """Places an affinity by the pairs of the table of states."""
    placed = Placed(name)
    for allocator in [BEST_FIT, ROW_BY_ROW, *ALLOCATORS]:
        placing.place(placed, free, slots, allocator, "pacmap", "fast")
    for allocator in PAPERS:
        placing.place(placed, free, slots, allocator, "rgrb")
    return placed


def columns_of(placed: Placed) -> dict[str, float]:
    found = {allocator: placed.over(allocator, "pacmap") for allocator in [*ALLOCATORS, ROW_BY_ROW]}
    return found | {AGAINST_CURVES: placed.against_curves(), AGAINST_RGRB: placed.against_rgrb()}


def mean_and_span(values: list[float]) -> str:
    return f"{sum(values) / len(values):.3f} ({min(values):.3f} to {max(values):.3f})"


def states_of(placing: Placing, slots: int, busy: float) -> list[dict[str, float]]:
    """Returns the columns of every seed and affinity."""
    found = []
    for seed in SEEDS:
        with listed(free_hosts(TORUS, busy, seed)) as file:
            found += [columns_of(in_state(placing, file, name, slots)) for name in AFFINITIES]
    return found


def many_states(placing: Placing) -> tuple[str, dict[int, dict[str, list[float]]]]:
    """Returns the table of several states of the torus, and the ratios by ranks on a host and column."""
    rows: list[list[str]] = []
    ratios: dict[int, dict[str, list[float]]] = {slots: {name: [] for name in COLUMNS} for slots in MANY_SLOTS}
    for slots in MANY_SLOTS:
        for busy in MANY_BUSY:
            found = states_of(placing, slots, busy)
            here = {column: [each[column] for each in found] for column in COLUMNS}
            for column in COLUMNS:
                ratios[slots][column] += here[column]
            rows.append([str(slots), f"{busy:.0%}", *(mean_and_span(here[column]) for column in COLUMNS)])
    return table(["ranks a host", "taken", *COLUMNS], rows), ratios
