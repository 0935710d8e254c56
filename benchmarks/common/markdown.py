# Markdown tables, spans of values, and exponents of growth.
import math


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def span(values: list[float], digits: int = 2) -> str:
    """Returns "1.20 to 2.53": the least and the most, or the only value."""
    least, most = f"{min(values):.{digits}f}", f"{max(values):.{digits}f}"
    return least if least == most else f"{least} to {most}"


def exponent(points: list[tuple[float, float]], shortest: float = 0.02) -> float | None:
    """Returns the slope of the fitted line in logarithms. Leaves out times that are mostly the start of the program."""
    logs = [(math.log(x), math.log(y)) for x, y in points if y >= shortest]
    if len(logs) < 3:
        return None
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs))
    above = sum((x - mean_x) * (y - mean_y) for x, y in logs)
    return above / sum((x - mean_x) ** 2 for x, _ in logs)
