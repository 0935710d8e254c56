# Shared by the tables of TopoMatch's paper: generated affinities, mappings and their costs.
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from measure import Failed, Tools

PAPER = "E. Jeannot: Process mapping on any topology with TopoMatch, Journal of Parallel and Distributed Computing 170 (2022)"


def command_line() -> str:
    """Returns the command that makes this table, without the folder of the programs."""
    words = iter(sys.argv[1:])
    kept = [word for word in words if word != "--build" or next(words, None) is None]
    return " ".join([f"benchmarks/papers/{Path(sys.argv[0]).name}", *kept])


def generate(tools: Tools, name: str, *words: object) -> Path:
    """Returns an affinity of a generator, with roles in the order of generation."""
    tools.output(tools.path("topomorph-generate"), *words, "--ordered", "-o", tools.work / name)
    return tools.work / name


def map_to(tools: Tools, affinity: Path, topology: str, algorithm: str, *words: object, under: tuple[str, ...] = ()) -> dict:
    """Returns the output of `topomorph map --json`: hop_bytes, cpu_seconds and more. `under` is a command that runs
    another."""
    return json.loads(tools.output(*under, tools.path("topomorph"), "map", "--affinity", affinity, "--topology", topology, "--algorithm", algorithm,
                                   "--json", *words))


def hop_bytes(tools: Tools, affinity: Path, topology: str, mapping: str | Path) -> int:
    return json.loads(tools.output(tools.path("topomorph"), "evaluate", "--affinity", affinity, "--topology", topology, "--mapping", mapping,
                                   "--json"))["hop_bytes"]
