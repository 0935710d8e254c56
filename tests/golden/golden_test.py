"""Compares mappings, costs and outputs of the command line with mappings.txt, byte for byte.

usage: golden_test.py --topomorph PROGRAM                  compares; status 1 if a difference is not in changed.txt
       golden_test.py --topomorph PROGRAM --sample N       compares each Nth case, of those that do not look at the clock
       golden_test.py --topomorph PROGRAM --write          writes mappings.txt anew
       golden_test.py --topomorph PROGRAM --inputs FOLDER  writes the inputs into a new folder, to run a case by hand

A line of mappings.txt has five fields, separated by tabs: the command line, the hash of the mapping (or of what is
printed and written), its cost, the algorithm that found it, and what the case needs. "data" means the third-party data;
"scotch VERSION" means that the case calls libscotch, whose versions find different mappings. A refused case has
"status 2" for its hash, and the line on stderr for its algorithm.
A line of changed.txt has three fields: the command line, the cost in mappings.txt and the cost now ("-" for no cost).
"""
import argparse
import collections
import concurrent.futures
import ctypes
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

import cases
import inputs

HERE = pathlib.Path(__file__).resolve().parent
GOLDEN, CHANGED = HERE / "mappings.txt", HERE / "changed.txt"
DATA = pathlib.Path(os.environ.get("TOPOMORPH_DATA", HERE.parents[1] / ".." / "shared" / "data"))
SECONDS = 120  # more than a case takes on the slowest machine
TRIES = 5  # of a case that the clock ended
ENDED = 0.9  # of its time limit: the clock has ended a case that takes longer
UNDISTURBED = 0.7  # of its time on its processors: who gets less shares them
SIGNIFICANT = 9  # digits of a predicted time: compilers may differ in the last

Result = collections.namedtuple("Result", "hash cost finder needs")


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--topomorph", required=True, type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--sample", type=int)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--inputs", type=pathlib.Path)
    return parser.parse_args()


class Scotch:
    """The libscotch that the program is linked with: its version, and which runs call it."""

    def __init__(self, program):
        listed = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        paths = dict(re.findall(r"(libscotch\S*?)[-.]\S* => (\S+)", listed))
        self.version = self.asked(paths) if "libscotch" in paths else "unknown"

    @staticmethod
    def asked(paths):
        numbers = [ctypes.c_int() for _ in range(3)]
        if "libscotcherr" in paths:
            ctypes.CDLL(paths["libscotcherr"], mode=ctypes.RTLD_GLOBAL)
        ctypes.CDLL(paths["libscotch"]).SCOTCH_version(*map(ctypes.byref, numbers))
        return ".".join(str(number.value) for number in numbers)


class Runner:
    """Runs cases in one folder of inputs, as many at once as there are cores."""

    def __init__(self, program, folder, watch_scotch=None):
        self.program, self.folder, self.watched = program, folder, watch_scotch
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("TOPOMORPH_", "SLURM_"))}
        self.environment = {**kept, "LC_ALL": "C"}
        self.ended = {}  # cases whose search the clock ended: whether others took processors from it

    def run_all(self, list_of_cases):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip(list_of_cases, pool.map(self.run, list_of_cases)))

    def run(self, case):
        with tempfile.TemporaryDirectory() as own:
            words = [word.replace("OUT", own + "/out") for word in shlex.split(case)]
            json_option = ["--json"] if words[0] in ("map", "allocate") else []
            status, stdout, stderr = self.timed(case, [self.program, *words, *json_option], own)
            stderr = stderr.replace(own + "/out", "OUT")
            needs = self.needs(case, own)
            if status != 0:
                return Result(f"status {status}", "-", " | ".join(stderr.split("\n")).rstrip(" |"), needs)
            files = [path.read_text() for path in sorted(pathlib.Path(own).glob("out*"))]
            return Result(*told(json.loads(stdout) if json_option else None, stdout, files, words), needs)

    def timed(self, case, command, own):
        """Runs a case. Returns its status and what it printed, and notes whether it was disturbed."""
        printed = [pathlib.Path(own, name) for name in ("stdout", "stderr")]
        began = time.monotonic()
        with printed[0].open("w") as out, printed[1].open("w") as err:
            child = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=err, env={**self.environment, **self.watching(own)})
        alarm = threading.Timer(SECONDS, child.kill)
        alarm.start()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        alarm.cancel()
        self.note(case, time.monotonic() - began, used.ru_utime + used.ru_stime)
        return child.returncode, *(path.read_text() for path in printed)

    def note(self, case, seconds, of_processors):
        self.ended.pop(case, None)
        limit = re.search(r"--time-limit (\d+)", case)
        threads = 1 if "--threads 1" in case else os.cpu_count()
        if limit and seconds >= ENDED * int(limit[1]):
            self.ended[case] = of_processors < UNDISTURBED * threads * seconds

    def watching(self, own):
        """Settings by which the loader lists every function that the program binds at its first call."""
        return {"LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": own + "/bindings"} if self.watched else {}

    def needs(self, case, own):
        words = ["data"] if "data/" in case else []
        calls = re.compile(rf"binding file \S*{self.program.name} .* to \S*libscotch\S* .*`SCOTCH_")
        bindings = (path.read_text() for path in pathlib.Path(own).glob("bindings*"))
        if any(calls.search(text) for text in bindings):
            words.append(f"scotch {self.watched.version}")
        return ", ".join(words) or "-"


def told(answer, stdout, files, words):
    """Returns hash, cost and finder of a run that ends with status 0."""
    if answer is None:
        return digest(stdout, *files), "-", "-"
    if "mapping" in answer:
        return digest(lines(answer["mapping"]), *files), cost_of(answer, "messages" in words), answer["algorithm"]
    found = digest(answer["nodelist"] + "\n" + lines(answer["host_of_role"]), *files)
    cost = answer.get("hop_bytes", answer.get("hop_messages"))
    return found, number(cost), f"{answer['allocator']} {answer['algorithm']}"


def lines(values):
    return "".join(f"{value}\n" for value in values)


def digest(*texts):
    return hashlib.sha256("".join(texts).encode()).hexdigest()[:16]


def number(value):
    return f"{value:.{SIGNIFICANT}g}" if isinstance(value, float) else str(value)


def cost_of(answer, by_messages):
    """Returns the figure that the cost model of the case minimises."""
    model = answer["cost_model"]
    if model in ("bytes", "messages"):
        return number(answer["levels"][-1][model])
    if model in ("alpha-beta", "bottleneck"):
        predicted = answer["predicted"]
        return number((predicted if model == "alpha-beta" else predicted["busiest_link"] or {"seconds": 0})["seconds"])
    return number(answer["hop_messages" if by_messages else "hop_bytes"])


def algorithms_of(program):
    """Reads the names from the help: a new algorithm has cases at once, which then lack their lines."""
    text = " ".join(subprocess.run([program, "map", "--help"], capture_output=True, text=True).stdout.split())
    found = re.search(r"--algorithm ALGORITHM one of (.*?) \(default", text)
    if found is None:
        sys.exit("the help of topomorph map has no list of algorithms")
    return found[1].split(", ")


def read_table(path, fields):
    rows = [line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#")]
    for row in rows:
        if len(row) != fields:
            sys.exit(f"{path.name}: found {len(row)} fields in \"{row[0]}\", expected {fields}")
    return {row[0]: row[1:] for row in rows}


def check_written(results):
    """Refuses a list with crashes, with results that depend on --threads, or without the cases that call libscotch."""
    ends = {case: result.hash for case, result in results.items() if result.hash.startswith("status")}
    crashed = [f"{case}: {status}" for case, status in ends.items() if status != "status 2"]
    if crashed:
        sys.exit("\n".join(["these end neither with a result nor with status 2:", *crashed]))
    if not any("scotch" in result.needs for result in results.values()):
        sys.exit("no case seems to call libscotch: a program that binds all functions at its start hides the calls")
    unequal = unequal_by_threads(results)
    if unequal:
        sys.exit("\n".join(["the number of threads changes the result of:", *unequal]))


def unequal_by_threads(results):
    """The cases that differ from another in nothing but --threads, and in their result."""
    found = collections.defaultdict(set)
    for case, result in results.items():
        found[re.sub(r" --threads \d+", "", case)].add(result[:3])
    return sorted(case for case, different in found.items() if len(different) > 1)


def write_golden(runner, all_cases):
    results = runner.run_all(all_cases)
    check_written(results)
    text = "# Made by golden_test.py --write, which says what the fields are.\n"
    text += "".join("\t".join([case, *result]) + "\n" for case, result in results.items())
    temporary = GOLDEN.with_suffix(".new")
    temporary.write_text(text)
    temporary.replace(GOLDEN)
    callers = sum("scotch" in result.needs for result in results.values())
    print(f"{len(results)} cases, {callers} of them call libscotch")


class Comparison:
    """Counts and prints the differences between results and mappings.txt."""

    def __init__(self, golden, changed, all_cases):
        self.golden, self.changed, self.all_cases = golden, changed, all_cases
        self.failures = self.on_purpose = 0

    def skipped(self, scotch_version):
        """Returns the reason for each case that cannot be compared on this machine."""
        reasons = {}
        for case, expected in self.golden.items():
            asked = re.search(r"scotch (\S+)", expected.needs)
            if "data" in expected.needs.split(", ") and not DATA.exists():
                reasons[case] = "the third-party data (TOPOMORPH_DATA) are not here"
            elif asked and asked[1] != scotch_version:
                reasons[case] = f"made with Scotch {asked[1]}, this is {scotch_version}"
        return reasons

    def fail(self, case, words):
        self.failures += 1
        print(f"FAILED {case}\n       {words}")

    def check_names(self):
        for case in sorted(set(self.golden) - set(self.all_cases)):
            self.fail(case, "is in mappings.txt, and no case any more")
        for case in sorted(set(self.changed) - set(self.golden)):
            self.fail(case, "is in changed.txt, and not in mappings.txt")

    def check(self, case, found):
        expected = self.golden.get(case)
        if expected is None:
            return self.fail(case, f"is not in mappings.txt: found {found.hash}, cost {found.cost}, by {found.finder}")
        listed, same = self.changed.get(case), found[:3] == expected[:3]
        if same and listed is not None:
            return self.fail(case, "is in changed.txt, and has not changed")
        if not same and listed == [expected.cost, found.cost]:
            self.on_purpose += 1
        elif not same:
            self.fail(case, difference(expected, found))
        return None


def difference(expected, found):
    hashes = "" if found.hash == expected.hash else f"; hash {expected.hash} -> {found.hash}"
    finders = "" if found.finder == expected.finder else f"; by {expected.finder} -> {found.finder}"
    return f"{verdict(expected, found)}: cost {expected.cost} -> {found.cost}{hashes}{finders}"


def verdict(expected, found):
    if expected.hash == found.hash:
        return "SAME RESULT, told otherwise"
    if "-" in (expected.cost, found.cost):
        return "OTHER RESULT, without a cost"
    before, after = float(expected.cost), float(found.cost)
    return "SAME COST, other mapping" if after == before else "BETTER" if after < before else "WORSE"


def looks_at_the_clock(case):
    return "--time-limit" in case


def tried_again(runner, case, found, expected):
    """Returns what the case finds when the clock does not end its search early; None: others disturb it each time.

    A processor that a host shares among machines is slow for a moment without a sign: whatever the clock ends is tried again.
    """
    for tried in range(TRIES):
        if tried > 0:
            found = runner.run(case)
        if found[:3] == expected[:3] or case not in runner.ended:
            return found
    return None if runner.ended[case] else found


def sampled(all_cases, each):
    return [case for case in all_cases if not looks_at_the_clock(case)][::each]


def compare(runner, all_cases, scotch_version, sample=None):
    golden = {case: Result(*fields) for case, fields in read_table(GOLDEN, 5).items()}
    comparison = Comparison(golden, read_table(CHANGED, 3), all_cases)
    skipped = comparison.skipped(scotch_version)
    comparison.check_names()
    chosen = sampled(all_cases, sample) if sample else all_cases
    results = runner.run_all([case for case in chosen if case not in skipped])
    for case, found in list(results.items()):
        if case in golden:
            found = tried_again(runner, case, found, golden[case])
        if found is None:
            skipped[case] = "their time limit ended the search early each time: the machine is busy"
            del results[case]
        else:
            results[case] = found
            comparison.check(case, found)
    for case in unequal_by_threads(results):
        comparison.fail(case, "the number of threads changes the result")
    for reason, count in sorted(collections.Counter(skipped.values()).items()):
        print(f"{count} cases skipped: {reason}")
    print(f"{len(results)} cases run, {comparison.failures} failed, {comparison.on_purpose} changed on purpose")
    return comparison.failures


def prepare(folder):
    folder.mkdir(exist_ok=True)
    inputs.write_inputs(folder)
    if DATA.exists():
        (folder / "data").symlink_to(DATA.resolve())


def main():
    options = parse_arguments()
    if options.inputs:
        return prepare(options.inputs)
    scotch = Scotch(options.topomorph)
    with tempfile.TemporaryDirectory() as name:
        prepare(pathlib.Path(name))
        all_cases = cases.all_cases(algorithms_of(options.topomorph))
        if not options.write:
            sys.exit(compare(Runner(options.topomorph, name), all_cases, scotch.version, options.sample) > 0)
        if not DATA.exists() or scotch.version == "unknown":
            sys.exit("the list is written where the third-party data and a libscotch that tells its version are")
        write_golden(Runner(options.topomorph, name, scotch), all_cases)
    return None


if __name__ == "__main__":
    main()
