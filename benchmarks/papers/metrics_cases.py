# The papers' metrics, and simulated seconds, of many mappings of one affinity on one machine: the cases of metrics.py.
import json
import random
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("common", "mapping")]

from measure import Failed, Tools

RANKS = 64
RANDOM = 12  # mappings
EXCHANGES = [1, 2, 4, 8, 16, 24]  # pairs of roles that change places in auto's mapping, from two seeds each
SIZES = {"1 MiB": 1 << 20, "16 KiB": 1 << 14}  # bytes that a process sends in an iteration, on average
ITERATIONS = 3
DRAWN = ("identity", "by node", "random", "auto, ")  # how the names of other mappings than those of algorithms begin
SEARCHES = {"auto": [], "auto --preset fast": ["--preset", "fast"], "auto --cost bottleneck": ["--cost", "bottleneck"]}
# The layer of cells between two processes of MiniGhost [Jeannot 2022, figure 9]: 10 variables, 40 x 120 x 4 cells.
GENERATED = {"MiniGhost 4x4x4": ["stencil", "4x4x4", "--weights", "38400,12800,384000", "--ordered"],
             "5 points 8x8": ["stencil", "8x8", "--seed", "1"]}
AFFINITIES = ["npb-cg-64", "npb-lu-64", "npb-mg-64", "lulesh-64", "amg2013-64", "minife-64", "netloc-app-64", *GENERATED]


@dataclass
class Machine:
    """A topology, and what is known of its links; `byte` has B as the distances of a tree (ps), `latency` the latencies (ns)."""

    name: str
    topology: str
    costs: str  # --level-costs: us/MB/s from the slots up, or of distance 1
    byte: str
    latency: str = ""
    about: str = ""


MACHINES = [
    Machine("plafrim2", "tleaf:4,180,2,90+tleaf:2,9,2,3,2,1", "0.3/8000:0.4/8000:0.5/6000:1.6/4000:2.2/8000",
            "tree:2:2:2:2:4@125:126:167:250:251", "tree:2:2:2:2:4@300:400:500:1600:2200",
            "4 switches of 2 hosts of 8 cores; links of 4 GB/s, twice as much between switches"),
    Machine("fat tree 4:1", "tree:4:4+tree:4", "0.4/20000:1.6/1250:2.2/1250", "tree:4:4:4@50:800:801", "tree:4:4:4@400:1600:2200",
            "4 switches of 4 hosts of 4 cores; all links, those between switches too, have 1.25 GB/s"),
    Machine("torus", "torus:2x2x4+tree:4", "0.02/40000", "tree:4:16@50:800", "", "16 hosts of 4 cores; dimension-ordered routes, links of 1.25 GB/s"),
    Machine("torus, single", "torus:4x4x4", "0.64/1250", "cmplt:64", "", "64 hosts of a process each, otherwise the same"),
    Machine("dragonfly", "dragonfly:4x2x2+tree:4", "0.04/20000", "tree:4:16@50:800", "",
            "4 groups of 2 routers of 2 hosts of 4 cores; minimal routes, links of 1.25 GB/s"),
]
EXPONENT = 0.16  # of hop-bytes in equation 5: tau, which is random, is 0
# Name: meaning and paper. Less is better.
METRICS = {
    "hop-bytes": "bytes x distance [Jeannot 2022, section 3.5], [Tuncer 2015, equation 4, for hosts with one process each]; inside hosts there are "
                 "small distances; average hops per byte is the same for one affinity",
    "equation 5": "hop-bytes to the power 0.16, what the network adds to a run time, up to a factor [Tuncer 2015, equation 5]",
    "SumCom": "bytes x B, the time of a byte between two slots alone [Jeannot 2022, section 3.5]",
    "MaxCom": "the largest bytes x B of a pair [Jeannot 2022, section 3.5], after [Bordage 2018]",
    "MaxCom, hops": "the same with the distance as B",
    "congestion": "bytes / rate of the link that needs most time [Tuncer 2015, section 4.3]; where all links have one rate, its bytes",
    "average dilation": "mean distance of a pair that communicates [Tuncer 2015, section 4.3]",
    "maximum dilation": "the largest distance of such a pair [Tuncer 2015, section 4.3]",
    "1 / quality": "quality is bytes / latency, of which more is better [Cruz 2019, equation 7]",
}

@dataclass
class Case:
    machine: Machine
    affinity: str
    names: list[str] = field(default_factory=list)  # of the mappings; several names of one mapping are joined in `same`
    same: dict[str, str] = field(default_factory=dict)  # every name: the name that stands for the mapping
    metrics: dict[str, list[float]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)  # of each size

    def at(self, size: str, name: str) -> float:
        return self.seconds[size][self.names.index(self.same[name])]

    def metric_at(self, metric: str, name: str) -> float:
        return self.metrics[metric][self.names.index(self.same[name])]

    def of(self, which: list[int], metric: str, size: str) -> tuple[list[float], list[float]]:
        return [self.metrics[metric][i] for i in which], [self.seconds[size][i] for i in which]

    def algorithms(self) -> list[str]:
        """Returns the names of the mappings that an algorithm has searched for."""
        return [name for name in self.same if not name.startswith(DRAWN)]

    def of_algorithms(self) -> list[int]:
        """Returns the numbers of these mappings, each once."""
        return sorted({self.names.index(self.same[name]) for name in self.algorithms()})

    def everything(self) -> list[int]:
        return list(range(len(self.names)))

    def regret(self, metric: str, size: str) -> float | None:
        """Returns how much longer than the fastest mapping the one with the least metric takes; of equal ones their mean.
        Returns nothing if the metric is the same for all."""
        values, seconds = self.of(self.everything(), metric, size)
        if len(set(values)) == 1:
            return None
        chosen = [time for value, time in zip(values, seconds) if value <= min(values) * (1 + 1e-9)]
        return statistics.fmean(chosen) / min(seconds) - 1


def affinity_file(tools: Tools, data: Path, name: str) -> Path:
    """Returns the affinity with the volume of each pair in both directions: the files of most programs add them up."""
    path = tools.work / (name.replace(" ", "-") + ".mtx")
    if path.exists():
        return path
    given = tools.work / "given.mtx"
    if name in GENERATED:
        tools.output(tools.path("topomorph-generate"), *GENERATED[name], "-o", given)
    else:
        source = next(file for file in (data / "matrices").iterdir() if file.name.split(".")[0] == name)
        tools.output(tools.path("topomorph"), "convert", source, given)
    pairs = volumes_of_pairs(given)
    lines = [f"{row + 1} {column + 1} {volume}\n" for (a, b), volume in pairs.items() for row, column in ((a, b), (b, a))]
    path.write_text(f"%%MatrixMarket matrix coordinate integer general\n{RANKS} {RANKS} {len(lines)}\n" + "".join(lines))
    return path


def volumes_of_pairs(path: Path) -> dict[tuple[int, int], int]:
    """Returns the bytes of each pair, both directions together."""
    lines = [line.split() for line in path.read_text().splitlines() if not line.startswith("%")][1:]
    pairs: dict[tuple[int, int], int] = {}
    for row, column, volume in (map(int, line) for line in lines):
        if row != column and volume > 0:
            pair = (min(row, column) - 1, max(row, column) - 1)
            pairs[pair] = pairs.get(pair, 0) + volume
    return pairs


def write_trace(path: Path, pairs: dict[tuple[int, int], int], mean: int) -> None:
    """Writes the exchange as a time-independent trace. A process sends `mean` bytes in an iteration, on average."""
    scale = mean * RANKS / sum(pairs.values())
    actions: list[list[str]] = [[] for _ in range(RANKS)]
    for (a, b), volume in pairs.items():
        size = max(1, round(volume / 2 * scale))
        for process, other in ((a, b), (b, a)):
            actions[process] += [f"{process} irecv {other} 0 {size} 6", f"{process} isend {other} 0 {size} 6"]
    lines = []
    for process in range(RANKS):
        ordered = sorted(actions[process], key=lambda line: line.split()[1])  # receives first
        lines += [f"{process} init", *(ordered + [f"{process} waitall {len(ordered)}"]) * ITERATIONS, f"{process} finalize"]
    path.write_text("\n".join(lines) + "\n")


def exchanged(mapping: list[int], pairs: int, seed: int) -> list[int]:
    """Returns the mapping after roles of `pairs` random pairs have changed places."""
    draw, result = random.Random(seed), list(mapping)
    for _ in range(pairs):
        a, b = draw.sample(range(len(result)), 2)
        result[a], result[b] = result[b], result[a]
    return result


class Collector:
    """Mappings of one case, each once."""

    def __init__(self, case: Case):
        self.case = case
        self.mappings: list[list[int]] = []

    def add(self, name: str, mapping: list[int]) -> None:
        if mapping not in self.mappings:
            self.mappings.append(mapping)
            self.case.names.append(name)
        self.case.same[name] = self.case.names[self.mappings.index(mapping)]


def mapped(tools: Tools, affinity: Path, where: Machine, *words: str) -> list[int] | None:
    """Returns the mapping; nothing if the algorithm refuses the problem."""
    path = tools.work / "mapping"
    try:
        tools.output(tools.path("topomorph"), "map", "--affinity", affinity, "--topology", where.topology, "-o", path, *words)
    except Failed as error:
        if "status 2:" not in str(error):
            raise
        return None
    return [int(line) for line in path.read_text().split()]


def make_mappings(tools: Tools, affinity: Path, case: Case, algorithms: list[str]) -> list[list[int]]:
    found = Collector(case)
    searches = {name: ["--algorithm", name] for name in algorithms if name not in ("auto", "random")} | SEARCHES
    searches["auto --cost bottleneck"] = [*SEARCHES["auto --cost bottleneck"], "--level-costs", case.machine.costs]
    for name, words in searches.items():
        mapping = mapped(tools, affinity, case.machine, *words)
        if mapping is not None:
            found.add(name, mapping)
    hosts = 8 if case.machine.name == "plafrim2" else 16
    found.add("by node", [role % hosts * (RANKS // hosts) + role // hosts for role in range(RANKS)])
    for seed in range(RANDOM):
        found.add(f"random {seed}", random.Random(seed).sample(range(RANKS), RANKS))
    of_auto = found.mappings[case.names.index(case.same["auto"])]
    for pairs in EXCHANGES:
        for seed in (1, 2):
            found.add(f"auto, {pairs} exchanges {seed}", exchanged(of_auto, pairs, seed))
    return found.mappings


def judge(tools: Tools, affinity: Path, case: Case, file: Path) -> dict[str, float]:
    """Returns the metrics of a mapping, as `topomorph evaluate` prints them."""
    def evaluated(topology: str, *words: str) -> dict:
        return json.loads(tools.output(tools.path("topomorph"), "evaluate", "--affinity", affinity, "--topology", topology,
                                       "--mapping", file, "--json", *words))

    whole = evaluated(case.machine.topology, "--level-costs", case.machine.costs)
    byte = evaluated(case.machine.byte)
    quality = evaluated(case.machine.latency) if case.machine.latency else whole
    values = {"hop-bytes": whole["hop_bytes"], "equation 5": whole["hop_bytes"] ** EXPONENT, "SumCom": byte["sum_com"],
            "MaxCom": byte["max_com"], "MaxCom, hops": whole["max_com"],
            "congestion": whole["links"]["busiest"][0]["seconds"], "average dilation": whole["average_dilation"],
            "maximum dilation": whole["max_dilation"], "1 / quality": 1 / quality["mapping_quality"]}
    return {metric: float(value) for metric, value in values.items()}


def run(tools: Tools, data: Path, machine_of: Machine, affinity_name: str, algorithms: list[str]) -> Case:
    print(f"{affinity_name} on {machine_of.name} …", file=sys.stderr, flush=True)
    case = Case(machine_of, affinity_name)
    affinity = affinity_file(tools, data, affinity_name)
    files = []
    for number, mapping in enumerate(make_mappings(tools, affinity, case, algorithms)):
        files.append(tools.work / f"{number}.map")
        files[-1].write_text("".join(f"{slot}\n" for slot in mapping))
        for metric, value in judge(tools, affinity, case, files[-1]).items():
            case.metrics.setdefault(metric, []).append(value)
    for size, mean in SIZES.items():
        write_trace(tools.work / "exchange.trace", volumes_of_pairs(affinity), mean)
        orders = [word for file in files for word in ("--order", f"file:{file}")]
        predicted = json.loads(tools.output(tools.path("topomorph"), "predict", tools.work / "exchange.trace", "--topology",
                                            machine_of.topology, "--level-costs", machine_of.costs, "--json", *orders))
        case.seconds[size] = [order["seconds"] for order in predicted["orders"]]
    return case
