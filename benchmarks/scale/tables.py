# The tables of SCALE.md.
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from runs import MACHINES, PROGRAMS, TIME_LIMIT, Case
from statistics_of import MEASURES, MISSES, TIE, Replayed, geometric_mean, others

sys.path.append(str(Path(__file__).resolve().parents[1] / "common"))
from markdown import table

Group = tuple[str, list[Replayed]]


def ratio(value: float) -> str:
    return f"{value:.3f}"


def percent(value: float) -> str:
    return f"{100 * value:+.1f} %"


def grouped(cases: list[Replayed], key: Callable[[Replayed], str]) -> list[Group]:
    groups: dict[str, list[Replayed]] = {}
    for case in cases:
        groups.setdefault(key(case), []).append(case)
    return list(groups.items())


def means(groups: list[Group], name: str) -> str:
    """Geometric means of the seconds over those of order slot; of topomorph also the best and the worst case."""
    rows = []
    for title, cases in groups:
        ours = [case.ratio("topomorph") for case in cases]
        rows.append([title, str(len(cases)), *(mean_ratio(cases, order) for order in others()),
                     f"{min(ours):.3f} to {max(ours):.3f}"])
    return table([name, "cases", *others(), "topomorph, range"], rows)


def mean_ratio(cases: list[Replayed], order: str) -> str:
    """Returns the mean; in brackets its number of cases, if the order was refused in some."""
    those = [case for case in cases if case.has(order)]
    if not those:
        return "–"
    return ratio(geometric_mean(case.ratio(order) for case in those)) + ("" if len(those) == len(cases) else f" ({len(those)})")


def fastest(groups: list[Group], name: str) -> str:
    """In how many cases an order is at most TIE slower than the fastest of all."""
    orders = ["slot", *others()]
    rows = []
    for title, cases in groups:
        counts = [sum(case.has(order) and case.seconds(order) <= min(case.all_seconds()) * (1 + TIE) for case in cases) for order in orders]
        rows.append([title, str(len(cases)), *map(str, counts)])
    return table([name, "cases", *orders], rows)


def correlations(groups: list[Group], name: str) -> str:
    """Median correlation, over cases in which the order matters."""
    rows = []
    for title, cases in groups:
        matter = [case for case in cases if case.spread() > TIE]
        if not matter:
            rows.append([title, f"0 of {len(cases)}", *("" for _ in MEASURES), ""])
            continue
        none = sum(all(case.correlation(measure) < MISSES for measure in MEASURES) for case in matter)
        rows.append([title, f"{len(matter)} of {len(cases)}", *(f"{statistics.median(case.correlation(measure) for case in matter):.2f}" for measure in MEASURES),
                     str(none)])
    return table([name, "cases in which the order matters", *MEASURES.values(), f"none above {MISSES}"], rows)


def choices(groups: list[Group], name: str) -> str:
    """What the order with the least measure takes more than the fastest order: mean and worst."""
    rows = []
    for title, cases in groups:
        cells = []
        for measure in MEASURES:
            regrets = [case.regret(measure) for case in cases]
            cells.append(f"{100 * statistics.mean(regrets):.1f} % ({100 * max(regrets):.0f} %)")
        rows.append([title, *cells])
    return table([name, *MEASURES.values()], rows)


def gain(cases: list[Replayed], key: str) -> str:
    """Returns the range of the change from order slot to topomorph, of the seconds or of the time in MPI."""
    changes = [case.median("topomorph", key) / case.median("slot", key) - 1 for case in cases]
    if not changes:  # of the sizes that are asked for
        return "–"
    return f"{100 * min(changes):+.0f} % to {100 * max(changes):+.0f} %, median {100 * statistics.median(changes):+.0f} %"


def beside(cases: list[Replayed]) -> dict[str, str]:
    """Returns the numbers of BESIDE_PAPERS."""
    def some(program: str, ranks: int | None = None, machine: str | None = None) -> list[Replayed]:
        return [case for case in cases if case.program == program and ranks in (None, case.ranks) and machine in (None, case.machine)]

    good = sum(case.ratio("topomorph") <= 1.0005 for case in cases)
    return {"ghost_torus_mpi": gain(some("minighost", machine="torus"), "mpi"), "ghost_torus": gain(some("minighost", machine="torus"), "seconds"),
            "ghost": gain(some("minighost"), "seconds"), "ghost_mpi": gain(some("minighost"), "mpi"), "lu": gain(some("lu", 1024), "seconds"),
            "cg": gain(some("cg", 1024), "seconds"), "sweeps": gain(some("bt") + some("sp"), "seconds"),
            "good": f"{100 * good / len(cases):.1f}", "worst": percent(max(case.ratio("topomorph") for case in cases) - 1),
            "best": percent(min(case.ratio("topomorph") for case in cases) - 1),
            "median": percent(statistics.median(case.ratio("topomorph") for case in cases) - 1)}


def short(cases: list[Replayed], close: list[Replayed]) -> dict[str, str]:
    """Returns the numbers of SHORT."""
    def over(base: str, rate: str) -> str:
        changes = [case.seconds("topomorph") / case.seconds(base) - 1 for case in cases if case.rate == rate]
        return f"{percent(statistics.median(changes))} ({percent(min(changes))} to {percent(max(changes))})"

    def near(order: str) -> str:
        return str(sum(case.has(order) and case.seconds(order) <= min(case.all_seconds()) * (1 + TIE) for case in cases))

    def choice(measure: str) -> str:
        regrets = [case.regret(measure) for case in cases]
        return f"{100 * statistics.mean(regrets):.1f} % in the mean, {100 * max(regrets):.0f} % at worst"

    matter = [case for case in close if case.spread() > TIE]
    none = [case for case in matter if all(case.correlation(measure) < MISSES for measure in MEASURES)]
    return {"slot10": over("slot", "10"), "slot100": over("slot", "100"), "network10": over("network", "10"), "network100": over("network", "100"),
            "cases": str(len(cases)), "same": str(len(cases) - len(matter)), "matter": str(len(matter)), "none": str(len(none)),
            **{f"near_{order}": near(order) for order in ("slot", "network", "topomorph", "bottleneck", "scotch", "topomatch", "eagermap")},
            **{f"choice_{measure}": choice(measure) for measure in MEASURES}}


def exceptions(cases: list[Replayed]) -> str:
    """Cases in which no measure follows the seconds."""
    rows = []
    for case in cases:
        values = {title: case.correlation(measure) for measure, title in MEASURES.items()}
        if case.spread() > TIE and max(values.values()) < MISSES:
            best = max(values, key=values.__getitem__)
            rows.append([case.program, str(case.ranks), case.machine, case.rate, percent(case.spread()), f"{best}, {values[best]:.2f}"])
    header = ["program", "processes", "machine", "Gbit/s", "slowest order over the fastest", "best measure"]
    return table(header, rows) if rows else "There is no such case.\n"


def losses(cases: list[Replayed]) -> str:
    """Cases in which topomorph is slower than order slot by more than TIE."""
    rows = [[case.program, str(case.ranks), case.machine, case.rate, ratio(case.ratio("topomorph")),
             ", ".join(f"{order} {ratio(case.ratio(order))}" for order in others() if case.has(order) and case.ratio(order) < case.ratio("topomorph"))]
            for case in cases if case.ratio("topomorph") > 1 + TIE]
    return table(["program", "processes", "machine", "Gbit/s", "topomorph", "faster orders"], rows) if rows else "There is no such case.\n"


def whole(cases: list[Replayed]) -> str:
    """A row for each program and machine: seconds by slot, ratios of the other orders, correlations."""
    rows = []
    for case in sorted(cases, key=lambda case: (PROGRAMS.index(case.program), MACHINES.index(case.machine))):
        matters = case.spread() > TIE
        rows.append([case.program, case.machine, f"{case.seconds('slot'):.4g}", *(ratio(case.ratio(order)) if case.has(order) else "–" for order in others()),
                     *(f"{case.correlation(measure):.2f}" if matters else "–" for measure in MEASURES)])
    return table(["program", "machine", "slot, s", *others(), *MEASURES.values()], rows)


def ended(results: list[dict]) -> str:
    """Returns the mappings that took the whole time limit."""
    found = [f"{row['order']} of {result['program']} on {result['machine']}" for result in results for row in result["orders"]
             if row.get("mapping_seconds", 0) >= TIME_LIMIT]
    return ", ".join(found) if found else "none"


def speed(results: dict[Case, dict], timed: dict[int, list[dict]]) -> str:
    """Messages that a replay carries out in a second of processor time, memory of the whole program, time of mappings."""
    rows = []
    for ranks, orders in timed.items():
        here = [result for case, result in results.items() if case[1] == ranks]
        cells = []
        for order in ("slot", "topomorph", "random"):
            replays = [run for row in orders if row["order"] == order for run in row["replays"].values()]
            rates = [f"{run['messages'] / run['replay_cpu'] / 1e3:.0f}" for run in replays]
            cells.append(", ".join(rates) if rates else "–")
        mapping = [row["mapping_seconds"] for result in here for row in result["orders"] if row["order"] == "topomorph"]
        longest = max((row["mapping_seconds"], row["order"]) for result in here for row in result["orders"] if "replays" in row)
        rows.append([str(ranks), *cells, f"{max(result['megabytes'] for result in here)}", f"{statistics.median(mapping):.2f}",
                     f"{longest[0]:.1f} ({longest[1]})", ended(here)])
    header = ["processes", "slot: thousand messages / s", "topomorph", "random", "most memory, MB", "topomorph maps, s", "longest mapping, s", "ended"]
    return table(header, rows)
