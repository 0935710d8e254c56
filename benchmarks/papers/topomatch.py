# What the tables of TopoMatch's paper have in common: generated affinities, mappings and what they cost.
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from measure import Failed, Tools

PAPER = "E. Jeannot: Process mapping on any topology with TopoMatch, Journal of Parallel and Distributed Computing 170 (2022)"


def command_line() -> str:
    """How this table is made; where the programs are is left out."""
    words = iter(sys.argv[1:])
    kept = [word for word in words if word != "--build" or next(words, None) is None]
    return " ".join([f"benchmarks/papers/{Path(sys.argv[0]).name}", *kept])


def generate(tools: Tools, name: str, *words: object) -> Path:
    """An affinity of a generator, in the order in which it is made."""
    tools.output(tools.path("topomorph-generate"), *words, "--ordered", "-o", tools.work / name)
    return tools.work / name


def map_to(tools: Tools, affinity: Path, topology: str, algorithm: str, *words: object, under: tuple[str, ...] = ()) -> dict:
    """What `topomorph map --json` says: hop_bytes, cpu_seconds and more. `under` is a command that runs another."""
    return json.loads(tools.output(*under, tools.path("topomorph"), "map", "--affinity", affinity, "--topology", topology, "--algorithm", algorithm,
                                   "--json", *words))


def hop_bytes(tools: Tools, affinity: Path, topology: str, mapping: str | Path) -> int:
    return json.loads(tools.output(tools.path("topomorph"), "evaluate", "--affinity", affinity, "--topology", topology, "--mapping", mapping,
                                   "--json"))["hop_bytes"]
