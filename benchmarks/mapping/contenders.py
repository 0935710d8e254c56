# The compared mappers behind one interface.
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from catalogue import Instance
from measure import Failed, Tools, Usage


@dataclass
class Case:
    """An instance with its files."""

    instance: Instance
    affinity: Path
    roles: int = 0
    tiling_cost: int | None = None


def prepare(tools: Tools, instance: Instance) -> Case:
    """Makes the affinity file of a generated instance: the same file in every run."""
    if isinstance(instance.source, Path):
        case = Case(instance, instance.source)
        case.roles = judge(tools, case, "identity")["roles"]
        return case
    affinity = tools.work / ("_".join(instance.source).replace("--", "") + ".graph")
    is_tiled = instance.is_pencils or (instance.source[0] == "stencil" and not instance.network)
    tiling = ["--topology", instance.topology] if is_tiled and instance.cost == "hop-bytes" else []
    facts = json.loads(tools.output(tools.path("topomorph-generate"), *instance.source, *tiling, "-o", affinity))
    return Case(instance, affinity, facts["roles"], facts.get("tiling_cost"))


class TopoMorph:
    """`topomorph map` with a preset, and an algorithm."""

    def __init__(self, tools: Tools, preset: str, time_limit: float | None = None, algorithm: str = "auto"):
        self.tools, self.preset, self.time_limit, self.algorithm = tools, preset, time_limit, algorithm
        self.name = f"topomorph {preset}"

    def run(self, case: Case, mapping: Path, timeout: int) -> Usage:
        limit = ["--time-limit", str(self.time_limit)] if self.time_limit else []
        limit += ["--imbalance", "3"] if case.instance.capacity > 1 else []
        limit += ["--slots", f"0-{case.instance.first - 1}"] if case.instance.first else []
        return self.tools.measured(timeout, self.tools.path("topomorph"), "map", "--affinity", case.affinity, "--topology",
                                   case.instance.topology, "--preset", self.preset, "--algorithm", self.algorithm, "--cost", case.instance.cost,
                                   *limit, "-o", mapping)


class Annealing:
    """Plain annealing of the busiest link, from an order at random."""

    name = "annealing"

    def __init__(self, tools: Tools):
        self.tools = tools

    def run(self, case: Case, mapping: Path, timeout: int) -> Usage:
        return self.tools.measured(timeout, self.tools.path("topomorph-anneal"), "--affinity", case.affinity, "--topology",
                                   case.instance.topology, "-o", mapping)


class Scotch:
    """Debian's gmap. Its input is written and its output repaired outside the measured time."""

    def __init__(self, tools: Tools, options: list[str], threads: int | None = None):
        self.tools, self.options, self.threads = tools, options, threads
        self.name = " ".join(["gmap", *options] + ([f"({threads} thread)"] if threads else []))
        self.program = next((name for name in ("scotch_gmap", "gmap") if shutil.which(name)), None)

    def run(self, case: Case, mapping: Path, timeout: int) -> Usage:
        graph, target = case.affinity.name + ".grf", case.affinity.name + ".tgt"
        graph, target, raw = (self.tools.work / name for name in (graph, target, "gmap.map"))
        problem = ["--affinity", case.affinity, "--topology", case.instance.topology]
        problem += ["--first", case.instance.first] if case.instance.first else []
        if self.program is None:
            raise Failed("Debian's scotch is not installed")
        self.tools.output(self.tools.path("topomorph-scotch"), *problem, "input", graph, target)
        balance = ["-b0.03"] if case.instance.capacity > 1 else []
        environment = {"SCOTCH_PTHREAD_NUMBER": str(self.threads)} if self.threads else {}
        usage = self.tools.measured(timeout, self.program, *self.options, *balance, graph, target, raw,
                                    environment=environment)
        self.tools.output(self.tools.path("topomorph-scotch"), *problem, "output", raw, mapping, "--capacity",
                          case.instance.capacity)
        os.remove(graph)
        return usage


def judge(tools: Tools, case: Case, mapping: Path | str) -> dict:
    """Returns the verdict of `topomorph evaluate`, which shares no code with the mapper."""
    judged = json.loads(tools.output(tools.path("topomorph"), "evaluate", "--affinity", case.affinity, "--topology",
                                     case.instance.topology, "--mapping", mapping, "--oversubscribe",
                                     case.instance.capacity, "--cost", case.instance.cost, "--json"))
    if not judged["valid"]:
        raise Failed(f"the mapping is not valid: {judged.get('problem', '')}")
    return judged


def cost_of(tools: Tools, case: Case, mapping: Path | str) -> int:
    """Returns bytes x distance, or picoseconds of the busiest link."""
    judged = judge(tools, case, mapping)
    return int(judged["hop_bytes"]) if case.instance.cost == "hop-bytes" else round(judged["cost"] * 1e12)
