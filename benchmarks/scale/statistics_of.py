# Numbers over the results of topomorph-scale: ratios to order slot, rank correlations, and what a choice by a measure costs.
import math
import statistics
from collections.abc import Iterable

from runs import ORDERS, RATES, Case

MEASURES = {"hop_bytes": "hop-bytes", "link": "most loaded link", "congestion": "congestion", "sum_com": "SumCom", "messages": "messages",
            "bytes": "bytes between hosts"}
BAD = ("node", "random")
TIE = 0.01  # times that differ by less are the same
MISSES = 0.5  # correlations below: the measure does not go with seconds


class Replayed:
    """A case at one rate: seconds and measures of its orders, random ones each for itself."""

    def __init__(self, case: Case, rate: str, result: dict):
        self.program, self.ranks, self.machine = case
        self.rate = rate
        self.rows = [row for row in result["orders"] if "replays" in row]  # others were refused

    def has(self, order: str) -> bool:
        return any(row["order"] == order for row in self.rows)

    def median(self, order: str, key: str) -> float:
        return statistics.median(row["replays"][self.rate][key] for row in self.rows if row["order"] == order)

    def seconds(self, order: str) -> float:
        return self.median(order, "seconds")

    def in_mpi(self, order: str) -> float:
        return self.median(order, "mpi")

    def ratio(self, order: str) -> float:
        return self.seconds(order) / self.seconds("slot")

    def without_bad(self) -> "Replayed":
        """Returns the case without orders node and random, which are far from the others by any measure."""
        return Replayed((self.program, self.ranks, self.machine), self.rate, {"orders": [row for row in self.rows if row["order"] not in BAD]})

    def all_seconds(self) -> list[float]:
        return [row["replays"][self.rate]["seconds"] for row in self.rows]

    def spread(self) -> float:
        """Returns how much longer the slowest order takes than the fastest."""
        return max(self.all_seconds()) / min(self.all_seconds()) - 1

    def values(self, measure: str) -> list[float]:
        return [row["measures"][measure] for row in self.rows]

    def correlation(self, measure: str) -> float:
        return spearman(self.values(measure), self.all_seconds())

    def regret(self, measure: str) -> float:
        """Returns how much longer the order with the least measure takes than the fastest; of equals the worst."""
        values, seconds = self.values(measure), self.all_seconds()
        return max(time for value, time in zip(values, seconds) if value == min(values)) / min(seconds) - 1


def replayed(results: dict[Case, dict]) -> list[Replayed]:
    return [Replayed(case, rate, result) for case, result in results.items() for rate in RATES]


def ranks_of(values: list[float], tie: float) -> list[float]:
    """Returns the rank of each value; values of a chain within `tie` of their least share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] <= values[order[begin]] * (1 + tie):
            end += 1
        for place in order[begin:end]:
            ranks[place] = (begin + end - 1) / 2
        begin = end
    return ranks


def spearman(measure: list[float], seconds: list[float]) -> float:
    """Returns Spearman's rank correlation; 0 if the measure is the same for all. Seconds within 0.1 % are the same."""
    x, y = ranks_of(measure, 1e-9), ranks_of(seconds, 0.001)
    if len(set(x)) == 1 or len(set(y)) == 1:
        return 0.0
    return statistics.correlation(x, y)


def geometric_mean(values: Iterable[float]) -> float:
    logs = [math.log(value) for value in values]
    return math.exp(sum(logs) / len(logs))


def others() -> list[str]:
    return [order for order in ORDERS if order != "slot"]
