# The measurements: programs, numbers of ranks, and bounds.
import statistics
from dataclasses import dataclass

from jobs import BEFORE, PLAIN, TRACED, Bench, Series, in_turns, quartiles, steps_in
from markdown import table

LATENCY_BYTES = (1, 64, 1024, 16384)
BANDWIDTH_BYTES = (65536, 1048576, 4194304)
PINNED = ["--bind-to", "core"]
CROWDED = ["--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"]


@dataclass
class Verdict:
    """One value of one mode against its bound; `ratio` is the library's value over the plain one."""

    what: str
    mode: str
    plain: float
    ratio: float
    spread: tuple[float, float]
    bound: float
    at_least: bool = False  # else at most

    @property
    def holds(self) -> bool:
        return self.ratio >= self.bound if self.at_least else self.ratio <= self.bound


class Section:
    """Runs a program in all modes and judges its output."""

    def __init__(self, bench: Bench, rounds: int, timeout: int):
        self.bench, self.rounds, self.timeout = bench, rounds, timeout
        self.series: dict[str, Series] = {}

    def measure(self, ranks: int, launcher: list[str], program: list[str]) -> None:
        def run(mode: str) -> None:
            printed, _ = self.bench.launch(ranks, launcher, mode, program, self.timeout)
            for figure, value in printed[0].items():
                self.series.setdefault(figure, Series()).add(mode, value)

        in_turns(self.rounds, list(self.bench.modes), run)

    def judged(self, figure: str, what: str, bounds: dict[str, float]) -> list[Verdict]:
        """Returns verdicts whose ratios have these upper bounds."""
        series = self.series[figure]
        return [Verdict(what, mode, series.best(PLAIN), statistics.median(series.ratios(mode)), quartiles(series.ratios(mode)), bound)
                for mode, bound in bounds.items()]

    def rates(self, figure: str, what: str, bound: float) -> list[Verdict]:
        """Returns verdicts on rates, the inverse of the printed times, whose ratios have this lower bound."""
        series, verdicts = self.series[figure], []
        for mode in self.with_library():
            inverse = [1 / ratio for ratio in series.ratios(mode)]
            verdicts.append(Verdict(what, mode, series.best(PLAIN), statistics.median(inverse), quartiles(inverse), bound, True))
        return verdicts

    def with_library(self) -> list[str]:
        """Returns the modes that have bounds of their own in every section."""
        return [mode for mode in self.bench.modes if mode not in (PLAIN, TRACED)]

    def same_for_all(self, bound: float) -> dict[str, float]:
        return {mode: bound for mode in self.with_library()}


def wrapped_call(section: Section) -> list[Verdict]:
    section.measure(2, PINNED, ["overhead_self", "150", "4000"])
    bounds = {mode: 1.15 if mode in ("profile", "auto") else 1.05 for mode in section.with_library()}
    bounds[TRACED] = 6
    return section.judged("self", "1-byte send, irecv and wait to oneself", bounds)


def against(section: Section) -> str:
    """Returns a table of the wrapped call with both builds of a bench (Bench.beside), and of the one over the other."""
    section.measure(2, PINNED, ["overhead_self", "150", "4000"])
    series, rows = section.series["self"], []
    for mode in section.bench.modes:
        if mode == PLAIN or mode.endswith(BEFORE):
            continue
        here, before = series.ratios(mode), series.ratios(mode + BEFORE)
        change = series.ratios(mode, mode + BEFORE)
        low, high = quartiles(change)
        rows.append([mode, f"{series.best(PLAIN):.2f} ns", f"{statistics.median(before):.3f}", f"{statistics.median(here):.3f}",
                     f"{statistics.median(change):.3f}", f"{low:.3f} to {high:.3f}"])
    return table(["mode", "plain, best", "the other build, ratio", "this build, ratio", "this over the other", "quartiles"], rows)


def ping_pong(section: Section) -> list[Verdict]:
    sizes = [str(size) for size in LATENCY_BYTES + BANDWIDTH_BYTES]
    section.measure(2, PINNED, ["overhead_pingpong", "150", *sizes])
    verdicts = []
    for size in LATENCY_BYTES:
        verdicts += section.judged(str(size), f"latency, {size} B", section.same_for_all(1.03))
    for size in BANDWIDTH_BYTES:
        verdicts += section.rates(str(size), f"bandwidth, {size // 1024} KB", 0.98)
    return verdicts


def collectives(section: Section) -> list[Verdict]:
    section.measure(16, CROWDED, ["overhead_collective", "1000", "5"])
    return (section.judged("allreduce", "allreduce, 16 ranks", section.same_for_all(1.03)) +
            section.judged("alltoall", "alltoall, 16 ranks", section.same_for_all(1.03)))


class Startup:
    """An empty program of 16 ranks: the time from MPI_Init to MPI_Finalize, and the memory after MPI_Init."""

    def __init__(self, bench: Bench, rounds: int, timeout: int):
        self.bench, self.rounds, self.timeout = bench, rounds, timeout
        self.figures = {name: Series() for name in ("ms", "resident_kb", "private_kb")}
        self.steps: dict[str, dict[str, list[float]]] = {}

    def measure(self) -> None:
        in_turns(self.rounds, list(self.bench.modes), self.run)

    def run(self, mode: str) -> None:
        printed, errors = self.bench.launch(16, CROWDED, mode, ["overhead_empty"], self.timeout)
        self.figures["ms"].add(mode, max(line["ms"] for line in printed))
        for memory in ("resident_kb", "private_kb"):
            self.figures[memory].add(mode, statistics.mean(line[memory] for line in printed))
        for step, milliseconds in steps_in(errors).items():
            self.steps.setdefault(mode, {}).setdefault(step, []).append(milliseconds)

    def added(self, figure: str, mode: str) -> tuple[float, tuple[float, float]]:
        """Returns median and quartiles of the amount that the library adds."""
        differences = self.figures[figure].differences(mode)
        return statistics.median(differences), quartiles(differences)

    def table(self) -> str:
        rows = []
        for mode in self.bench.modes:
            if mode == PLAIN:
                continue
            added, spread = self.added("ms", mode)
            kilobytes = max(self.added(memory, mode)[0] for memory in ("resident_kb", "private_kb"))
            rows.append([mode, f"{statistics.median(self.figures['ms'].values[PLAIN]):.0f}", f"{added:.1f}",
                         f"{spread[0]:.1f} to {spread[1]:.1f}", f"{kilobytes / 1024:.2f}", "4", verdict(kilobytes <= 4096)])
        return table(["mode", "plain, ms", "added, ms", "quartiles", "memory added, MB a process", "bound", ""], rows)

    def steps_table(self) -> str:
        names = list(dict.fromkeys(name for steps in self.steps.values() for name in steps))
        rows = [[name, *(f"{statistics.median(steps[name]):.2f}" if name in steps else "–" for steps in self.steps.values())]
                for name in names]
        return table(["step, ms on process 0", *self.steps], rows)


def verdict(holds: bool) -> str:
    return "pass" if holds else "**fail**"


def verdicts_table(verdicts: list[Verdict], unit: str) -> str:
    rows = []
    for line in verdicts:
        bound = ("at least " if line.at_least else "at most ") + f"{line.bound:.2f}"
        rows.append([line.what, line.mode, f"{line.plain:.2f} {unit}", f"{line.ratio:.3f}",
                     f"{line.spread[0]:.3f} to {line.spread[1]:.3f}", bound, verdict(line.holds)])
    return table(["", "mode", "plain, best", "ratio", "quartiles", "bound", ""], rows)
