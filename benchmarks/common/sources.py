# Ties a page of numbers to the code that made them: a hash of the sources, and the command, in its last lines.
import argparse
import hashlib
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAPPER = ("core/mapping", "core/model", "core/topology/shapes")
ALLOCATION = (*MAPPER, "core/allocation", "core/workload")
REPLAY = (*MAPPER, "core/evaluation", "core/replay")
EXTRAPOLATION = (*MAPPER, "core/extrapolation", "benchmarks/extrapolation", "benchmarks/scale/programs")
# What cannot change a number: comments, blanks, includes and pragmas. String literals are kept.
IGNORED = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/|^\s*#\s*(?:include|pragma)\b[^\n]*|\s+', re.DOTALL | re.MULTILINE)
FOOTER = re.compile(r"\nSources: `(\w+)` of ([\w/, ]+)\.\nCommand: `([^`]+)`\n$")


def code_of(text: str) -> str:
    return IGNORED.sub(lambda match: match[1] or " ", text)


def fingerprint(folders: tuple[str, ...], root: Path = ROOT) -> str:
    """Returns a hash of the code in these folders. Names of files, comments and layout do not change it."""
    if missing := [folder for folder in folders if not (root / folder).is_dir()]:
        raise ValueError(f"no folders of sources: {', '.join(missing)}")
    files = [path for folder in folders for path in (root / folder).rglob("*") if path.suffix in (".h", ".cpp", ".def")]
    each = sorted(hashlib.sha256(" ".join(code_of(path.read_text()).split()).encode()).digest() for path in files)
    return hashlib.sha256(b"".join(each)).hexdigest()[:16]


def command_of(words: list[str], root: Path = ROOT) -> str:
    """Returns the command that makes a page again, without the folders of one machine."""
    program, given = Path(words[0]).resolve(), argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for name in ("--build", "--data", "--output"):
        given.add_argument(name, type=Path)
    named, kept = given.parse_known_args(words[1:])
    if named.output and named.output.resolve().is_relative_to(root):
        kept += ["--output", str(named.output.resolve().relative_to(root))]
    return shlex.join([str(program.relative_to(root)), "--build", "build/release", *kept])


@dataclass
class Footer:
    """What the last lines of a page say."""

    fingerprint: str
    folders: tuple[str, ...]
    command: str

    def is_current(self, root: Path = ROOT) -> bool:
        return self.fingerprint == fingerprint(self.folders, root)

    def text(self) -> str:
        return f"\nSources: `{self.fingerprint}` of {', '.join(self.folders)}.\nCommand: `{self.command}`\n"


def footer_of(page: str) -> Footer | None:
    match = FOOTER.search(page)
    return Footer(match[1], tuple(match[2].split(", ")), match[3]) if match else None
