"""Draws mutants from the lines of the layers: which file, which line, which fault. The same for the same seed and lines."""
import functools
import hashlib
import heapq
import random
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from mutation import faults
from mutation.source import Source

EQUIVALENT = Path("tests", "mutation", "equivalent.txt")
ENDINGS = (".cpp", ".h")
_MASK = (1 << 64) - 1


class InputError(Exception):
    """What the user gave, or what is in a file, is not usable."""


@dataclass(frozen=True)
class Mutant:
    """One edit of one file: `text` in place of what stands from `start` to before `end`."""
    layer: str
    path: str
    line: int
    kind: str
    start: int
    end: int
    text: str
    before: str  # the lines of the edit, in one line, with single spaces
    after: str

    def key(self):
        """Returns what is the same as long as the line is the same, wherever it stands."""
        return self.path, self.before, self.after

    def applied_to(self, text):
        return text[:self.start] + self.text + text[self.end:]

    def diff(self):
        return f"{self.path}\n- {self.before}\n+ {self.after}"


@dataclass(frozen=True)
class Line:
    layer: str
    path: str
    number: int
    hash: int  # of path and text: lines that change elsewhere do not change what a seed draws


class Project:
    """A checkout: its files, and the layers of its sources."""

    def __init__(self, root, layer_of):
        self.root = Path(root)
        self._layer_of = layer_of  # a function from a path to the name of a layer or None
        self._texts, self._found = {}, {}

    def git(self, *words):
        done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise InputError(f"git {' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    @functools.cached_property
    def files(self):
        """The paths of all files that git knows or would add."""
        names = self.git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        return sorted({name for name in names if name and (self.root / name).is_file()})

    def layer_of(self, path):
        return self._layer_of(path) if path.endswith(ENDINGS) else None

    def read(self, path):
        """Returns the text of a file as it was at the first call."""
        if path not in self._texts:
            self._texts[path] = (self.root / path).read_text(encoding="utf-8")
        return self._texts[path]

    def mutants_of(self, path):
        """Returns the mutants of a file, by the number of their line, each with another text."""
        if path not in self._found:
            source = Source(self.read(path))
            found = faults.faults_of(source)
            layer = self.layer_of(path)
            self._found[path] = {line: _distinct(_mutant(layer, path, line, source.text, fault) for fault in found[line])
                                 for line in found}
        return self._found[path]

    # ---------------------------------------------------------------------------------------------------------- lines

    def lines(self):
        """Returns all lines of all layers that have a word and are no comment."""
        return [line for path in self.files if self.layer_of(path) for line in self.lines_of(path)]

    def lines_of(self, path):
        found, seen, layer = [], Counter(), self.layer_of(path)
        for number, text in enumerate(self.read(path).splitlines(), 1):
            text = text.strip()
            if re.search(r"\w", text) and not text.startswith(("//", "#")):
                seen[text] += 1
                digest = hashlib.blake2b(f"{path}\0{text}\0{seen[text]}".encode(), digest_size=8).digest()
                found.append(Line(layer, path, number, int.from_bytes(digest, "big")))
        return found

    def changed_lines(self, base):
        """Returns the lines of layers that differ from a commit or are not in it."""
        untracked = set(self.git("ls-files", "-z", "--others", "--exclude-standard").split("\0"))
        text = self.git("-c", "core.quotePath=off", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames",
                        "--src-prefix=a/", "--dst-prefix=b/", base, "--")
        changed, path = {}, None
        for row in text.splitlines():
            if row.startswith("+++ "):
                path = row[6:].rstrip("\t")
            hunk = re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", row)
            if hunk:
                first = int(hunk[1])
                changed.setdefault(path, set()).update(range(first, first + int(hunk[2] or 1)))
        return [line for line in self.lines() if line.path in untracked or line.number in changed.get(line.path, ())]


def lines_of_edit(text, fault):
    """Returns the lines that a fault touches before and after it, each in one line with single spaces."""
    first = text.rfind("\n", 0, fault.start) + 1
    last = text.find("\n", fault.end)
    last = len(text) if last < 0 else last
    before, after = text[first:last], text[first:fault.start] + fault.text + text[fault.end:last]
    return " ".join(before.split()), " ".join(after.split())


def _mutant(layer, path, line, text, fault):
    before, after = lines_of_edit(text, fault)
    return Mutant(layer, path, line, fault.kind, fault.start, fault.end, fault.text, before, after)


def _distinct(mutants):
    """Drops mutants with the text of an earlier one, or of no mutant."""
    found = {mutant.after: mutant for mutant in reversed(list(mutants)) if mutant.after != mutant.before}
    return list(reversed(found.values()))


# -------------------------------------------------------------------------------------------------------------- seeds

def drawn(project, lines, seed):
    """Yields the mutants of a seed in the order in which they are tried: those of the line that it draws, then of the next.

    Each line with a fault is as likely. On a line each kind of fault is as likely, then each fault of the kind.
    """
    salt = int.from_bytes(hashlib.blake2b(f"seed {seed}".encode(), digest_size=8).digest(), "big")
    heap = [(_mixed(line.hash ^ salt), number) for number, line in enumerate(lines)]
    heapq.heapify(heap)
    while heap:
        line = lines[heapq.heappop(heap)[1]]
        yield from _shuffled(project.mutants_of(line.path).get(line.number, []), random.Random(f"{seed} {line.hash}"))


def _mixed(value):
    """Returns the value of SplitMix64 for a state."""
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & _MASK
    return value ^ value >> 31


def _shuffled(mutants, source):
    """Returns the mutants in a random order that takes turns among kinds."""
    by_kind = {}
    for mutant in mutants:
        by_kind.setdefault(mutant.kind, []).append(mutant)
    order = []
    while by_kind:
        kind = sorted(by_kind)[int(source.random() * len(by_kind))]
        order.append(by_kind[kind].pop(int(source.random() * len(by_kind[kind]))))
        if not by_kind[kind]:
            del by_kind[kind]
    return order


# --------------------------------------------------------------------------------------------------------- equivalents

def read_equivalents(project):
    """Returns the reason of each listed mutant, by its key, and complaints about the list.

    An entry is a path, "- " and the line before, "+ " and the line after, and the reason, in lines of their own; an
    empty line ends it.
    """
    file = project.root / EQUIVALENT
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    rows = [row for row in text.splitlines() if not row.startswith("#")]
    reasons, complaints = {}, []
    for entry in re.split(r"\n\s*\n", "\n".join(rows).strip("\n")):
        lines = entry.splitlines()
        if not lines:
            continue
        if len(lines) < 4 or not lines[1].startswith("-") or not lines[2].startswith("+"):
            complaints.append(f"{EQUIVALENT}: found {lines[0]!r}, expected the lines PATH, - BEFORE, + AFTER, REASON")
            continue
        path, before, after = lines[0].strip(), " ".join(lines[1][1:].split()), " ".join(lines[2][1:].split())
        reasons[path, before, after] = " ".join(" ".join(lines[3:]).split())
        complaints += _complaints_about(project, path, before, after)
    return reasons, complaints


def _complaints_about(project, path, before, after):
    """Yields what is stale about an entry of the list."""
    if path not in project.files or not project.layer_of(path):
        yield f"{EQUIVALENT}: {path}: no file of a layer"
        return
    keys = {mutant.key() for mutants in project.mutants_of(path).values() for mutant in mutants}
    if (path, before, after) not in keys:
        yield f"{EQUIVALENT}: {path}: found no fault that makes this of a line: - {before}"
