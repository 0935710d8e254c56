# A plot with logarithmic axes, as SVG.
import math

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT, TOP = 760, 460, 70, 50, 210, 20
COLOURS = ["#1b6ca8", "#d1495b", "#3a7d44", "#edae49", "#6a4c93", "#30638e", "#8d5524", "#555555"]


class Axis:
    """Maps values to positions between two ends of the picture."""

    def __init__(self, values: list[float], start: float, end: float):
        self.low, self.high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        self.high = max(self.high, self.low + 1)
        self.start, self.end = start, end

    def place(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


def text(x: float, y: float, words: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>'


def grid(x_axis: Axis, y_axis: Axis, x_name: str, y_name: str) -> list[str]:
    parts = []
    for value in x_axis.ticks():
        x = x_axis.place(value)
        parts += [f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>', text(x, HEIGHT - BOTTOM + 18, f"{value:g}")]
    for value in y_axis.ticks():
        y = y_axis.place(value)
        parts += [f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>', text(LEFT - 6, y + 4, f"{value:g}", "end")]
    return parts + [text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_name),
                    f'<g transform="translate(16 {HEIGHT / 2}) rotate(-90)">{text(0, 0, y_name)}</g>']


def svg(series: dict[str, list[tuple[float, float]]], x_name: str, y_name: str) -> str:
    """Returns a plot with one line per series. All values are above 0."""
    points = [point for line in series.values() for point in line]
    x_axis = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    y_axis = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = grid(x_axis, y_axis, x_name, y_name)
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        dash = ' stroke-dasharray="5 4"' if number >= len(COLOURS) else ""
        path = " ".join(f"{x_axis.place(x):.1f},{y_axis.place(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        y = TOP + 12 + 18 * number
        parts += [f'<path d="M{WIDTH - RIGHT + 12} {y - 4}h22" stroke="{colour}" stroke-width="2"{dash}/>',
                  text(WIDTH - RIGHT + 40, y, name, "start")]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="12"><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n')
