"""Tests what `topomorph profile --trace` records of programs/trace.c, and that the trace can be replayed."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import profiles
import traces

ROUNDS = 1000
ALL = ["--trace", "--trace-budget", "100"]


def kinds(steps):
    return [step.kind for step in steps]


def collectives(steps):
    return [step.collective for step in traces.unfolded(steps) if step.kind == "collective"]


class Trace:
    """The profile of one run."""

    def __init__(self, options, folder):
        self.options, self.file = options, pathlib.Path(folder) / "app.tmprof"
        self.line = profiles.profile_run(options, self.file, *WORDS.get(options.scenario, ALL))
        self.database = profiles.opened(self.file)
        self.meta = traces.meta(self.database)
        self.steps = traces.folded(self.database)

    def run_predict(self, file=None, form=("--json",)):
        return subprocess.run([self.options.topomorph, "predict", str(file or self.file), "--topology",
                               f"tree:2:{self.options.ranks // 2}", "--order", "slot", *form], capture_output=True, text=True)

    def predict(self, file=None):
        """Returns what `topomorph predict` says as JSON."""
        done = self.run_predict(file)
        if done.returncode != 0:
            sys.exit(f"predict ended with status {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)


def check_complete(trace, failures):
    """The trace has each message once, at both sides, and its replay ends."""
    messages = traces.messages(trace.database)
    failures.expect("sends", messages, profiles.traffic(trace.database, "p2p"))
    failures.expect("receives", traces.received(trace.database), {pair: sums[1] for pair, sums in messages.items()})
    failures.expect("notes", set(trace.meta), {"trace_seen", "trace_steps"})
    failures.expect("line", "; trace of {trace_seen} steps, folded to {trace_steps}\n".format(**trace.meta) in trace.line, True)
    failures.expect("seconds", trace.predict()["orders"][0]["seconds"] > 0, True)


def check_conversion(trace, failures):
    """SimGrid's format says the same, and has the same messages."""
    text, matrix = trace.file.with_suffix(".trace"), trace.file.with_suffix(".mtx")
    for source, target in ((trace.file, text), (text, matrix)):
        subprocess.run([trace.options.topomorph, "convert", str(source), str(target)], check=True, capture_output=True)
    seconds = [trace.predict(file)["orders"][0]["seconds"] for file in (trace.file, text)]
    failures.expect("seconds of the converted trace", math.isclose(*seconds, rel_tol=1e-6), True)
    entries = [line.split() for line in matrix.read_text().splitlines() if not line.startswith("%")][1:]
    failures.expect("matrix", {(int(row) - 1, int(column) - 1): int(volume) for row, column, volume in entries},
                    {pair: volume for pair, (volume, _) in traces.messages(trace.database).items()})


def check_halo(trace, failures):
    check_conversion(trace, failures)
    for steps in trace.steps.values():
        failures.expect("steps", kinds(steps)[:6], ["loop", "start_receive", "start_receive", "start_send", "start_send", "wait"])
        failures.expect("rounds and requests", (steps[0].amount, steps[5].slot, steps[5].length), (ROUNDS, 0, 4))
        failures.expect("few steps", len(steps) <= 7, True)


def check_phases(trace, failures):
    """A phase has one number on all ranks, and its marks are part of the iterations."""
    names = [name for name, in trace.database.execute("SELECT name FROM phases ORDER BY id")]
    failures.expect("names", sorted(names), ["exchange", "main", "odd", "sum"])
    for rank, steps in trace.steps.items():
        marks = [names[step.slot] for step in traces.unfolded(steps) if step.kind == "phase"]
        failures.expect("marks", marks, ["odd"] * (rank % 2) + ["exchange", "sum"] * ROUNDS + ["main"])
        failures.expect("few steps", len(steps) <= 12, True)
    order, text = trace.predict()["orders"][0], trace.file.with_suffix(".trace")
    subprocess.run([trace.options.topomorph, "convert", str(trace.file), str(text)], check=True, capture_output=True)
    computation = [found["mean"]["compute"] for found in (order, trace.predict(text)["orders"][0])]
    failures.expect("computation without phases", math.isclose(*computation, rel_tol=1e-6), True)
    of_slowest = {phase["phase"]: phase["slowest"]["end"] for phase in order["phases"]}
    failures.expect("seconds of the phases", math.isclose(sum(of_slowest.values()), order["seconds"], rel_tol=1e-9), True)
    mean = {phase["phase"]: phase["mean"]["compute"] for phase in order["phases"]}
    failures.expect("phases", set(mean) <= set(names), True)
    failures.expect("the most computation", max(mean, key=mean.get), "sum")
    table = trace.run_predict(form=()).stdout.split("\n\n")[2].splitlines()
    failures.expect("columns", table[0].split(), ["phase", "order", "seconds", "compute", "messages", "waiting", "cores"])
    failures.expect("rows", [row.split()[0] for row in table[1:]], [phase["phase"] for phase in order["phases"]])


def check_wildcards(trace, failures):
    ranks = trace.options.ranks
    for rank, steps in trace.steps.items():
        left, right = (rank - 1) % ranks, (rank + 1) % ranks
        sources = [step.peer for step in steps if step.kind in ("receive", "start_receive")]
        failures.expect("sources", sources, [left, left, left, right])


def check_persistent(trace, failures):
    for steps in trace.steps.values():
        sends = [step for step in traces.unfolded(steps) if step.kind == "start_send"]
        failures.expect("starts", len(sends), ROUNDS)
        failures.expect("few steps", len(steps) <= 12, True)


def check_communicators(trace, failures):
    channels = {step.channel for steps in trace.steps.values() for step in steps if step.kind in ("send", "start_receive")}
    parts = 2  # of the split; each has a duplicate
    failures.expect("channels", len(channels), 2 * parts + 1)
    for steps in trace.steps.values():
        used = [step.channel for step in steps if step.kind == "send"]
        waited_for = [step.channel for step in steps if step.kind == "start_receive"]
        failures.expect("order of channels", waited_for, [used[2], used[1], used[0]])
    groups = [row[0] for row in trace.database.execute("SELECT members FROM trace_groups ORDER BY members")]
    failures.expect("groups by their ranks", groups, ["0", "1"] if trace.options.ranks == 2 else ["2;0", "3;1"])


def check_completions(trace, failures):
    for steps in trace.steps.values():
        waited = sum(step.length for step in traces.unfolded(steps) if step.kind == "wait")
        failures.expect("waits", waited, 3 * 8)


def check_nonblocking_collectives(trace, failures):
    for steps in trace.steps.values():
        failures.expect("order", collectives(steps), ["allreduce", "barrier", "bcast", "barrier"])


def check_collectives(trace, failures):
    ranks, size = trace.options.ranks, 4
    for rank, steps in trace.steps.items():
        found = [(step.collective, step.amount, step.peer) for step in traces.unfolded(steps) if step.kind == "collective"]
        own = (rank + 1) * size
        failures.expect("collectives", found, [
            ("barrier", 0, 0), ("bcast", 10 * size, ranks - 1), ("reduce", 10 * size, 0), ("allreduce", 4000 * size, 0),
            ("gather", 3 * size, 0), ("scatter", 3 * size, 0), ("gatherv", own, 0), ("scatterv", own, 0),
            ("allgather", 3 * size, 0), ("allgatherv", own, 0), ("alltoall", 3 * size, 0), ("alltoallv", 2 * (ranks - 1) * size, 0),
            ("reduce_scatter", 2 * ranks * size, 0), ("reduce_scatter", 3 * ranks * size, 0), ("scan", 5 * size, 0),
            ("scan", 5 * size, 0)])


def check_neighbours(trace, failures):
    for rank, steps in trace.steps.items():
        sends = [step.peer for step in traces.unfolded(steps) if step.kind == "start_send"]
        failures.expect("destinations", sends, [(rank - 1) % trace.options.ranks, (rank + 1) % trace.options.ranks] * (ROUNDS + 1))
        failures.expect("few steps", len(steps) <= 14, True)
    trace.predict()


def check_window(reason, steps=None):
    """Returns a check of a trace that ends early."""
    def check(trace, failures):
        trace.predict()
        failures.expect("reason", trace.meta.get("trace_window"), reason)
        failures.expect("line", f"; it ends early on {trace.options.ranks} ranks: {reason}\n" in trace.line, True)
        for found in trace.steps.values():
            if steps is not None:
                failures.expect("steps before", kinds(found), steps)
    return check


def check_default(trace, failures):
    """Recorded without a word of it."""
    failures.expect("notes", set(trace.meta), {"trace_seen", "trace_steps"})
    failures.expect("line", "trace" in trace.line.replace(str(trace.file), ""), False)


def check_dense(trace, failures):
    """The job has more steps than are recorded; how many is estimated."""
    check_window("more time than --trace-budget")(trace, failures)
    recorded = sum(len(list(traces.unfolded(found))) for found in trace.steps.values())
    failures.expect("more seen than recorded", int(trace.meta["trace_seen"]) > recorded, True)


def check_absent(notes, reason):
    """Returns a check of a profile without a trace."""
    def check(trace, failures):
        failures.expect("notes", trace.meta, notes)
        failures.expect("no steps", trace.steps, {})
        done = trace.run_predict()
        failures.expect("status", done.returncode, 2)
        failures.expect("reason", done.stderr, f"topomorph: {trace.file}: has {reason}\n")
    return check


NO_ROOM = "no trace: there was no room for it (--finalize-budget, --gather-budget)"
# Other options of topomorph profile than ALL.
WORDS = {"dropped": [*ALL, "--gather-budget", "1"], "untraced": ["--no-trace"], "default": [], "dense": ["--trace", "--trace-budget", "0", "--trace-memory", "16"]}
SCENARIOS = {"halo": check_halo, "phases": check_phases, "wildcards": check_wildcards, "persistent": check_persistent, "communicators": check_communicators,
             "completions": check_completions, "nonblocking_collectives": check_nonblocking_collectives,
             "rest": lambda trace, failures: None, "collectives": check_collectives}
OTHERS = {"neighbours": check_neighbours,
          "pause": check_window("the counting was paused", ["collective"]),
          "threads": check_window("several threads call MPI"),
          "cancelled": check_window("a message was cancelled"),
          "irregular": check_window("more memory than --trace-memory"),
          "default": check_default,
          "dense": check_dense,
          "dropped": check_absent({"trace_dropped": "4"}, NO_ROOM),
          "untraced": check_absent({}, "no trace: 'topomorph profile' records one, except with --no-trace and if the job is aborted")}


def main():
    options = profiles.arguments(__doc__)
    failures = profiles.Failures()
    with tempfile.TemporaryDirectory() as folder:
        trace = Trace(options, folder)
        if options.scenario in SCENARIOS:
            check_complete(trace, failures)
            SCENARIOS[options.scenario](trace, failures)
        else:
            OTHERS[options.scenario](trace, failures)
    failures.finish()


if __name__ == "__main__":
    main()
