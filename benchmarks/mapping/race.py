# Runs mappers on one instance, in turns.
import sys
from dataclasses import dataclass, field

from catalogue import Instance
from contenders import Case, cost_of, prepare
from measure import Failed, Tools, Usage


@dataclass
class Outcome:
    """Runs of one mapper on one instance. `failure` says why there are none."""

    usages: list[Usage] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    failure: str = ""

    @property
    def cost(self) -> int:
        """Returns the cost of the first run, which is the one that a user gets."""
        return self.costs[0]


@dataclass
class Race:
    """All mappers on one instance."""

    case: Case
    outcomes: dict[str, Outcome]
    best: int  # least known cost: published, of a tiling, of an earlier comparison, or found now


def run(tools: Tools, instance: Instance, contenders: list, repeats: int, timeout: int, records: dict[str, int]) -> Race:
    """Repeats all contenders in turns, so that other work of the machine slows all of them alike."""
    print(f"{instance.name} …", file=sys.stderr, flush=True)
    case = prepare(tools, instance)
    outcomes = {contender.name: Outcome() for contender in contenders}
    for repeat in range(1 if instance.slow else repeats):
        for contender in contenders:
            outcome = outcomes[contender.name]
            if outcome.failure or repeat >= getattr(contender, "repeats", repeats):
                continue
            mapping = tools.work / "mapping"
            try:
                outcome.usages.append(contender.run(case, mapping, timeout))
                outcome.costs.append(cost_of(tools, case, mapping))
            except Failed as error:
                outcome.failure = str(error)
    known = [cost for outcome in outcomes.values() for cost in outcome.costs]
    known += [cost for cost in (instance.best, case.tiling_cost, records.get(instance.name)) if cost is not None]
    best = min(known, default=0)
    records[instance.name] = best
    return Race(case, outcomes, best)
