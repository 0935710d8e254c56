# The comparison as Markdown tables.
from markdown import exponent, table
from measure import median_cpu, paired_ratio
from race import Outcome, Race


def cost_cell(outcome: Outcome, best: int) -> str:
    if outcome.failure or not outcome.costs:
        return outcome.failure or "–"
    return f"{outcome.cost / best:.3f}" if best else str(outcome.cost)


def usage_cell(outcome: Outcome, reference: Outcome | None) -> str:
    if not outcome.usages:
        return "–"
    cpu = median_cpu(outcome.usages)
    text = f"{cpu:.3f} s" if cpu < 10 else f"{cpu:.1f} s"
    if reference is not None and reference is not outcome and reference.usages:
        text += f" ({paired_ratio(outcome.usages, reference.usages):.2f})"
    return f"{text}, {max(usage.peak_kb for usage in outcome.usages) / 1024:.0f} MB"


def comparison(races: list[Race], reference: str) -> str:
    """Returns a table of cost over best known, CPU seconds, their ratio to the reference's, and peak memory."""
    names = list(races[0].outcomes)
    rows = []
    for race in races:
        row = [race.case.instance.name, str(race.case.roles), f"`{race.case.instance.topology}`", str(race.best)]
        other = race.outcomes.get(reference)
        for name in names:
            outcome = race.outcomes[name]
            row.append(f"{cost_cell(outcome, race.best)}<br>{usage_cell(outcome, other)}")
        rows.append(row)
    return table(["instance", "roles", "topology", "best known", *names], rows)


def fixed_cell(cost: int | None, best: int) -> str:
    if cost is None:
        return "–"
    return f"{cost / best:.3f}" if best else "1.000"


def orders(rows: list[tuple[Race, dict[str, int | None]]]) -> str:
    """Returns a table of the costs of fixed orders and of mappers, over the best known."""
    header = ["matrix", "best known", *rows[0][1], *rows[0][0].outcomes]
    lines = []
    for race, fixed in rows:
        cells = [fixed_cell(cost, race.best) for cost in fixed.values()]
        lines.append([race.case.instance.name, str(race.best), *cells,
                      *(cost_cell(outcome, race.best) for outcome in race.outcomes.values())])
    return table(header, lines)


def growth(name: str, series: dict[str, list[tuple[float, float]]]) -> str:
    """Returns a table of CPU seconds against a growing quantity, one row a series, with the fitted exponent."""
    xs = sorted({x for points in series.values() for x, _ in points})
    rows = []
    for label, points in series.items():
        at = dict(points)
        slope = exponent(points)
        rows.append([label, *(f"{at[x]:.3f}" if x in at else "–" for x in xs), f"{slope:.2f}" if slope is not None else "–"])
    return table([name, *(f"{x:g}" for x in xs), "exponent"], rows)
