# The order that `topomorph run` chooses, and the orders that every page of predictions compares.
import json
import random
import subprocess

RANDOM_SEEDS = 1, 2
CANDIDATES = "hop-bytes", "bottleneck"  # of `topomorph run`, besides the launcher's order
TIE = 0.02  # as in core/decision/choice.cpp: a new order must take so much less time


def orders_by_hand(hosts, slots):
    """Returns the slot of each rank, by the name of the order."""
    ranks = hosts * slots
    orders = {"slot": list(range(ranks)), "node": [rank % hosts * slots + rank // hosts for rank in range(ranks)]}
    for seed in RANDOM_SEEDS:
        orders[f"random {seed}"] = random.Random(seed).sample(range(ranks), ranks)
    return orders


def chosen(predicted):
    """Returns the order that has the least predicted seconds, if it saves more than a tie against the launcher's."""
    best = "slot"
    for order in CANDIDATES:
        if predicted[order] < predicted[best] * (1 - TIE):
            best = order
    return best


def json_of(command, folder):
    return json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)


def predict(topomorph, folder, recording, orders, options):
    """Returns the predicted seconds of each order."""
    words = []
    for number, slots in enumerate(orders.values()):
        (folder / f"order{number}").write_text("".join(f"{slot}\n" for slot in slots))
        words += ["--order", f"file:order{number}"]
    found = json_of([topomorph, "predict", recording, *options, "--json", *words], folder)
    return dict(zip(orders, (order["seconds"] for order in found["orders"])))


def mean(values):
    values = list(values)
    return sum(values) / len(values)
