"""The command line of tools/mutate: which mutants, and what is done with them."""
import argparse
import itertools
import os
import re
import signal
import sys
from pathlib import Path

import includes
from mutation import draw, results
from mutation.draw import InputError, Project
from mutation.results import CAUGHT, EQUIVALENT, SURVIVED, Result
from mutation.trial import TARGET, Trial

EXAMPLE = """Example: tools/mutate --seeds 1-60

Puts one fault after the other into the sources, one line each, and tells which of them the tests of the line's layer
do not catch. Builds and tests in a copy of the checkout, in build/mutate.
  tools/mutate --layer mapping_search --seeds 1-5    faults in the lines of a layer
  tools/mutate --change HEAD~1 --seeds 1-5    faults in the lines that differ from a commit
  tools/mutate --again FILE                   those that survived, once more

"""
STATUS = """
Exit status: 0 every fault was caught, or as many as --at-least says; 1 some survived; 2 bad usage or input, or tests
that fail without a fault.
"""


class Parser(argparse.ArgumentParser):
    def format_help(self):
        return EXAMPLE + super().format_help() + STATUS


def seeds_of(text):
    """Returns the numbers of "1-5,9"."""
    found = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part)
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise argparse.ArgumentTypeError(f"found {text!r}, expected seeds, as 1-5,9")
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return found


def parser():
    made = Parser(prog="tools/mutate", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--seeds", type=seeds_of, metavar="LIST", default=[1], help="one mutant each, as 1-5,9 (default: 1)")
    where = made.add_mutually_exclusive_group()
    where.add_argument("--layer", metavar="NAME", help="draw from the lines of this layer (default: of all)")
    where.add_argument("--change", nargs="?", const="HEAD~1", metavar="BASE",
                       help="draw from the lines that differ from a commit (default: HEAD~1)")
    where.add_argument("--file", metavar="PATH[:LINE]", help="draw from the lines of a file, or from one")
    where.add_argument("--again", metavar="FILE",
                       help="take the survivors of these results, and write to FILE what became of them")
    made.add_argument("--results", metavar="FILE", help="write the results to a file after each mutant; go on from what is there")
    made.add_argument("--list", action="store_true", help="print the mutants, build nothing")
    made.add_argument("--check", action="store_true", help=f"only check {draw.EQUIVALENT}: exit status 2 if an entry is stale")
    made.add_argument("--json", action="store_true", help="print the results as JSON")
    made.add_argument("--at-least", type=float, default=100, metavar="PERCENT",
                      help="of the mutants must be caught (default: 100)")
    made.add_argument("--jobs", type=int, metavar="N", help="commands and tests at a time (default: as many as there are cores)")
    made.add_argument("--unity", action="store_true",
                      help="compile many sources as one: a first build takes a third of the time, each fault more")
    return made


def say(text):
    print(f"mutate: {text}", file=sys.stderr, flush=True)


# ------------------------------------------------------------------------------------------------------- which mutants

def lines_for(project, options):
    """Returns the lines to draw from."""
    if options.change is not None:
        return project.changed_lines(options.change)
    if options.file:
        path, _, number = options.file.partition(":")
        if path not in project.files or not project.layer_of(path):
            raise InputError(f"{path}: no source of a layer")
        return [line for line in project.lines_of(path) if not number or str(line.number) == number]
    found = [line for line in project.lines() if options.layer in (None, line.layer)]
    if not found:
        raise InputError(f"no lines: found the layer {options.layer}, expected one of tests/structure/layers.txt")
    return found


def print_list(project, chosen, reasons):
    for seed, mutants in chosen.items():
        mutant = next(mutants, None)
        if mutant is not None:
            reason = reasons.get(mutant.key())
            note = f"; equivalent: {reason}" if reason else ""
            print(f"# seed {seed}, {mutant.layer}, line {mutant.line}, {mutant.kind}{note}\n{mutant.diff()}\n", flush=True)


def mutant_like(project, mutant):
    """Returns the mutant of the checkout that is the nearest with the same key, or None."""
    if mutant.path not in project.files:
        return None
    same = [one for found in project.mutants_of(mutant.path).values() for one in found if one.key() == mutant.key()]
    return min(same, key=lambda one: abs(one.line - mutant.line), default=None)


# ---------------------------------------------------------------------------------------------------------------- runs

class Runs:
    """Tries mutants one after the other; keeps results, and how long a layer's tests take without a fault."""

    def __init__(self, trial, reasons, known=(), file=None):
        self.trial, self.reasons, self.file = trial, reasons, file
        self.results = {result.seed: result for result in known}
        self.usual = {}

    def check_layer(self, layer):
        """Builds and tests a layer without a fault, once; throws InputError if that fails."""
        if layer in self.usual:
            return
        built = self.trial.build(layer)
        tested = self.trial.test(layer) if built.passed else built
        if not tested.passed:
            raise InputError(f"layer {layer}: {tested.by or 'the build'} fails without a fault:\n{tested.output[-8000:]}")
        say(f"layer {layer}: built in {built.seconds:.0f} s, its tests pass in {tested.seconds:.1f} s")
        self.usual[layer] = tested.seconds

    def known(self, seed, mutants):
        """Returns the result that an earlier run has of a seed, if it would try the same mutant today, else None."""
        result = self.results.get(seed)
        if result is None or (result.status == EQUIVALENT) != (result.mutant.key() in self.reasons):
            return None
        drawn = next(itertools.islice(mutants, result.discarded, None), None)
        return result if drawn is not None and drawn.key() == result.mutant.key() else None

    def run(self, seed, mutants):
        """Tries the first mutant that compiles. Returns its result, None if there is none."""
        for discarded, mutant in enumerate(mutants):
            result = self._try(seed, mutant)
            if result is not None:
                result.discarded = discarded
                self._keep(result)
                return result
            say(f"seed {seed}: does not compile: {mutant.path}:{mutant.line}: {mutant.after}")
        say(f"seed {seed}: no mutant")
        return None

    def _try(self, seed, mutant):
        if mutant.key() in self.reasons:
            return Result(seed, mutant, EQUIVALENT, self.reasons[mutant.key()])
        self.check_layer(mutant.layer)
        with self.trial.fault(mutant):
            built = self.trial.build(mutant.layer)
            if built.is_error:
                return None
            tested = self.trial.test(mutant.layer, self.usual[mutant.layer]) if built.passed else built
        if tested.passed and not self.trial.is_built(mutant.layer):  # the line is back, and no build has seen it
            tested.by = f"{TARGET.format(mutant.layer)} does not build it"
        test_seconds = tested.seconds if built.passed else 0
        return Result(seed, mutant, SURVIVED if tested.passed else CAUGHT, tested.by, 0, built.seconds, test_seconds)

    def _keep(self, result):
        self.results[result.seed] = result
        if self.file:
            results.write(self.file, [self.results[seed] for seed in sorted(self.results)])
        mutant = result.mutant
        edit = results.change(mutant.before, mutant.after)
        say(f"seed {result.seed}: {mutant.path}:{mutant.line}: {edit}: {results.said(result)}")


def run_seeds(project, options, reasons, draw_again):
    """Runs all seeds that no earlier results answer. Returns the results of the seeds."""
    earlier = results.read(options.results) if options.results and Path(options.results).exists() else []
    with Trial(project, options.jobs, options.unity) as trial:
        runs = Runs(trial, reasons, earlier, options.results)
        answered = {seed: runs.known(seed, draw_again(seed)) for seed in options.seeds}
        first = {seed: next(draw_again(seed), None) for seed in options.seeds if answered[seed] is None}
        for layer in sorted({mutant.layer for mutant in first.values() if mutant and mutant.key() not in reasons}):
            runs.check_layer(layer)
        found = [answered[seed] or runs.run(seed, draw_again(seed)) for seed in options.seeds]
    return [result for result in found if result]


def run_again(project, options, reasons):
    """Runs the survivors of earlier results. Returns all results of the file, with the new ones in place."""
    earlier = results.read(options.again)
    found = {result.seed: mutant_like(project, result.mutant) for result in earlier if result.status == SURVIVED}
    for result in earlier:
        if result.seed in found and found[result.seed] is None:
            say(f"seed {result.seed}: {result.mutant.path}: the line is not there any more: - {result.mutant.before}")
    with Trial(project, options.jobs, options.unity) as trial:
        runs = Runs(trial, reasons, earlier, options.again)
        for seed, mutant in found.items():
            if mutant is not None:
                discarded = runs.results[seed].discarded
                result = runs.run(seed, [mutant])
                if result:
                    result.discarded = discarded
    return [runs.results[seed] for seed in sorted(runs.results)]


def run(project, options):
    """Returns the exit status."""
    reasons, complaints = draw.read_equivalents(project)
    for complaint in complaints:
        say(complaint)
    if options.check:
        return 2 if complaints else 0
    if options.again:
        found = run_again(project, options, reasons)
    else:
        lines = lines_for(project, options)
        if not lines:
            say("no line of a layer is among them: nothing to do")
            return 0
        draws = {seed: draw.drawn(project, lines, seed) for seed in options.seeds} if options.list else {}
        if options.list:
            print_list(project, draws, reasons)
            return 0
        found = run_seeds(project, options, reasons, lambda seed: draw.drawn(project, lines, seed))
    print(results.as_json(found) if options.json else results.as_table(found))
    return 0 if results.summary_of(found)["percent"] >= options.at_least else 1


def layer_names():
    """Returns a function from a path to the name of its layer or None."""
    table = includes.layers()

    def name_of(path):
        layer = includes.layer_of(path, table)
        return layer.name if layer else None
    return name_of


def main(words=None, project=None):
    options = parser().parse_args(words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: the copy gets its line back
    try:
        return run(project or Project(includes.ROOT, layer_names()), options)
    except InputError as error:
        say(str(error))
        return 2
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except BrokenPipeError:  # the reader of the list has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
