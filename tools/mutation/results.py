"""What became of mutants: the table, and the file that an interrupted run goes on from."""
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from mutation.draw import InputError, Mutant

CAUGHT, SURVIVED, EQUIVALENT = "caught", "SURVIVED", "equivalent"
_WIDEST = 76  # characters of a change in the table


@dataclass
class Result:
    seed: int
    mutant: Mutant
    status: str
    by: str = ""  # the test that failed first; of an equivalent mutant its reason; of a survivor why no test could fail
    discarded: int = 0  # mutants of the seed before this one that the compiler refused
    build_seconds: float = 0
    test_seconds: float = 0

    def as_json(self):
        values = asdict(self)
        for name in ("start", "end", "text"):
            del values["mutant"][name]
        return values


def summary_of(results):
    """Returns the counts, and the share of mutants caught in per cent; those listed as equivalent do not count for it."""
    count = {status: sum(result.status == status for result in results) for status in (CAUGHT, SURVIVED, EQUIVALENT)}
    faults = count[CAUGHT] + count[SURVIVED]
    percent = 100 * count[CAUGHT] / faults if faults else 100.0
    return {"drawn": len(results), "caught": count[CAUGHT], "survived": count[SURVIVED], "equivalent": count[EQUIVALENT],
            "discarded": sum(result.discarded for result in results), "percent": percent}


def as_json(results):
    values = {"mutants": [result.as_json() for result in results], "summary": summary_of(results)}
    return json.dumps(values, indent=1, ensure_ascii=False)


def as_table(results):
    """Returns a row for each mutant, the full text of each survivor, and the counts in the last line."""
    head = ["seed", "layer", "line", "fault", "change", "result", "build s", "tests s"]
    rows = [head] + [_row(result) for result in sorted(results, key=lambda result: result.seed)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    for result in results:
        if result.status == SURVIVED:
            lines += ["", f"seed {result.seed} survived, line {result.mutant.line}:", result.mutant.diff()]
    return "\n".join(lines + ["", _last_line(summary_of(results))])


def _row(result):
    mutant = result.mutant
    return [str(result.seed), mutant.layer, f"{mutant.path}:{mutant.line}", mutant.kind, change(mutant.before, mutant.after),
            said(result), f"{result.build_seconds:.0f}", f"{result.test_seconds:.1f}"]


def said(result):
    """Returns what became of a mutant, in words."""
    if result.status == CAUGHT:
        return f"caught by {result.by}"
    return f"{result.status}: {result.by}" if result.by else result.status


def _last_line(count):
    return (f"{count['drawn']} drawn, {count['caught']} caught, {count['survived']} survived, {count['equivalent']} equivalent "
            f"(listed): {count['percent']:.1f} % caught; {count['discarded']} more did not compile")


def change(before, after):
    """Returns what differs between two lines, with a few characters around it."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    first = max(0, before.rfind(" ", 0, max(0, start - 12)) + 1)
    parts = []
    for text in (before, after):
        last = len(text) - end + 12
        last = len(text) if last >= len(text) else max(len(text) - end, text.rfind(" ", 0, last))
        parts.append(("…" if first else "") + text[first:last] + ("…" if last < len(text) else ""))
    parts[1] = parts[1].strip() or "(nothing)"
    return " → ".join(part if len(part) <= _WIDEST else part[:_WIDEST - 1] + "…" for part in parts)


# --------------------------------------------------------------------------------------------------------------- file

def write(path, results):
    """Writes the file anew, whole or not at all."""
    new = Path(f"{path}.new")
    new.write_text(as_json(results) + "\n", encoding="utf-8")
    os.replace(new, path)


def read(path):
    """Returns the results of a file; where the edits stand is not known, so their mutants are to be found by their keys."""
    try:
        entries = json.loads(Path(path).read_text(encoding="utf-8"))["mutants"]
        return [Result(**{**entry, "mutant": Mutant(**entry["mutant"], start=0, end=0, text="")}) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path}: found no results of tools/mutate: {error!r}") from None
