# Orders of a program's ranks: their predicted seconds beside true ones, and which of them `topomorph run` chooses.
import json
import random
import subprocess

RANDOM_SEEDS = 1, 2
CANDIDATES = "hop-bytes", "bottleneck"  # of `topomorph run`, besides the launcher's order
TIE = 0.02  # as in core/decision/choice.cpp: a new order must take so much less time


def json_of(command, folder):
    return json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)


class Orders:
    """The orders by hand and the candidates on hosts of equal slots. Commands of `topomorph` run in the folder."""

    def __init__(self, topomorph, folder, hosts, slots):
        self.topomorph, self.folder, self.slots = topomorph, folder, slots
        ranks = hosts * slots
        self.slots_of = {"slot": list(range(ranks)), "node": [rank % hosts * slots + rank // hosts for rank in range(ranks)]}
        for seed in RANDOM_SEEDS:
            self.slots_of[f"random {seed}"] = random.Random(seed).sample(range(ranks), ranks)

    def add_candidates(self, affinity, machine):
        """Adds what `topomorph map` finds with these options of the machine."""
        for cost in CANDIDATES:
            self.slots_of[cost] = json_of([self.topomorph, "map", "--affinity", affinity, *machine, "--cost", cost, "--json"], self.folder)["mapping"]

    def hosts_of(self):
        return {order: [slot // self.slots for slot in slots] for order, slots in self.slots_of.items()}

    def predict(self, recording, machine):
        """Returns the predicted seconds of each order."""
        words = []
        for number, slots in enumerate(self.slots_of.values()):
            (self.folder / f"order{number}").write_text("".join(f"{slot}\n" for slot in slots))
            words += ["--order", f"file:order{number}"]
        found = json_of([self.topomorph, "predict", recording, *machine, "--json", *words], self.folder)
        return dict(zip(self.slots_of, (order["seconds"] for order in found["orders"])))


def distinct(hosts_of):
    """Returns the first of all orders with the same hosts: a result that is shown twice is one result."""
    return list({str(hosts): order for order, hosts in reversed(hosts_of.items())}.values())


class Comparison:
    """Predicted and true seconds of each order; only distinct ones have errors."""

    def __init__(self, predicted, true, orders):
        self.predicted, self.true, self.orders = predicted, true, orders

    def ratio_errors(self):
        return {order: (self.predicted[order] / self.predicted["slot"]) / (self.true[order] / self.true["slot"]) - 1
                for order in self.orders if order != "slot"}

    def second_errors(self):
        return [self.predicted[order] / self.true[order] - 1 for order in self.orders]

    def candidates(self):
        """Returns the orders that may be chosen instead of the launcher's, the default first."""
        return CANDIDATES

    def chosen(self):
        """Returns the order that has the least predicted seconds, if it saves more than a tie against the launcher's."""
        best = "slot"
        for order in self.candidates():
            if self.predicted[order] < self.predicted[best] * (1 - TIE):
                best = order
        return best

    def loss(self, orders=None):
        """Returns how much longer the chosen order takes than the one that is truly best, of these orders or of all."""
        return self.loss_of(self.chosen(), orders or self.true)

    def loss_of(self, order, orders):
        """Returns how much longer an order takes than the best of some."""
        return self.true[order] / min(self.true[other] for other in orders) - 1
