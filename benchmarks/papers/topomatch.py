# Shared by the tables of TopoMatch's paper: generated affinities, mappings and their costs.
import json
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "common"), str(HERE.parent / "mapping")]

from measure import Tools

PAPER = "E. Jeannot: Process mapping on any topology with TopoMatch, Journal of Parallel and Distributed Computing 170 (2022)"


def found(is_so: bool) -> str:
    """Returns how a statement of the paper stands to what is measured here."""
    return "reproduced" if is_so else "not reproduced"


def wrapped(text: str) -> str:
    """Returns paragraphs and points in lines of at most 120 characters; headings as they are."""
    lines: list[str] = []
    for line in text.splitlines():
        if lines and line and lines[-1] and not line.startswith(("* ", "#")) and not lines[-1].startswith("#"):
            lines[-1] += " " + line.strip()
        else:
            lines.append(line)
    fill = textwrap.TextWrapper(120, break_long_words=False, break_on_hyphens=False)
    result = []
    for line in lines:
        fill.subsequent_indent = "  " if line.startswith("* ") else ""
        result += [line] if line.startswith("#") else fill.wrap(line) or [""]
    return "\n".join(result) + "\n"


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
