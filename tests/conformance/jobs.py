"""Runs programs plain and in the modes, and decides whether they ended alike."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "launchers"))
import launching  # noqa: E402

# Mode -> words before the program, given the folder of TopoMorph and a private folder of the run.
MODES = {
    "plain": lambda build, private: [],
    "profile": lambda build, private: [f"{build}/bin/topomorph", "profile", "-o", f"{private}/profile.tmprof", "--"],
    "reverse": lambda build, private: [f"{build}/bin/topomorph", "run", "--permutation", "reverse", "--"],
    "random": lambda build, private: [f"{build}/bin/topomorph", "run", "--permutation", "random:1", "--"],
    "run": lambda build, private: [f"{build}/bin/topomorph", "run", "--"],
    "off": lambda build, private: ["env", f"LD_PRELOAD={build}/lib/libtopomorph.so", "TOPOMORPH_MODE=off"],
    "monitor": lambda build, private: ["env", f"LD_PRELOAD={build}/lib/libtopomorph.so", "TOPOMORPH_MODE=monitor"],
}
ATTEMPTS = 3  # a difference counts if it comes back this often, in turns with a plain run that passes
GRACE = 10    # seconds after the launcher's own time limit


@dataclass
class Outcome:
    status: int
    good: bool
    timed_out: bool
    output: str

    def end(self):
        """What has to be the same. Of several processes that fail, the launcher reports the status of the first: any will do."""
        return {"failed": self.status != 0, "good": self.good, "timed_out": self.timed_out}


def finish_off(process):
    """Ends a launcher that does not end by itself, politely first: it takes its ranks with it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        process.send_signal(number)
        try:
            return process.communicate(timeout=5)[0]
        except subprocess.TimeoutExpired:
            continue
    return process.communicate()[0]


def launcher(seconds):
    """The mpirun in the path, with a time limit: its words before the number of ranks, and the variables that it reads."""
    if launching.is_hydra("mpirun"):
        return ["mpirun"], {"MPIEXEC_TIMEOUT": str(seconds)}
    return ["mpirun", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "--timeout", str(seconds)], {}


def launch(program, mode, options, private):
    words, variables = launcher(options.timeout)
    command = words + ["-n", str(program.ranks)] + MODES[mode](options.topomorph, private) + program.command
    environment = {**os.environ, **launching.COMMON, **variables, **program.environment, "TMPDIR": private}
    started = time.monotonic()
    process = subprocess.Popen(command, cwd=program.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        output = process.communicate(timeout=options.timeout + GRACE)[0]
    except subprocess.TimeoutExpired:
        output = finish_off(process)
    timed_out = time.monotonic() - started >= options.timeout
    return process.returncode, timed_out, output


def run(program, mode, options):
    """One run in a private folder for temporary files: two runs of one program must not meet."""
    private = tempfile.mkdtemp(prefix="tm", dir="/tmp")  # short: socket names are limited
    try:
        status, timed_out, output = launch(program, mode, options, private)
    finally:
        shutil.rmtree(private, ignore_errors=True)
    good = program.good is None or (status == 0 and bool(program.good.search(output)))
    return Outcome(status, good and not timed_out, timed_out, output)


def compare(program, mode, plain, options):
    """What the mode makes of a program whose end is known: "same", "different", "passing" (different, then the same), or "unstable" (plain
    differs too); with the last output that differed."""
    seen = {}
    for _ in range(ATTEMPTS):
        found = run(program, mode, options)
        if found.end() == plain:
            return {**seen, "verdict": "passing"} if seen else {"verdict": "same"}
        seen = {**found.end(), "output": found.output[-4000:]}
        if run(program, "plain", options).end() != plain:
            return {**seen, "verdict": "unstable"}
    return {**seen, "verdict": "different"}


def examine(program, known, options):
    """Adds the modes that are not known yet to what is known of a program."""
    if "plain" not in known:
        plain = run(program, "plain", options)
        known = {"plain": plain.end(), "output": "" if plain.good else plain.output[-1000:]}
    if known["plain"]["good"]:
        known.update({mode: compare(program, mode, known["plain"], options) for mode in options.modes if mode not in known})
    return known


def complete(result, modes):
    return "plain" in result and (not result["plain"]["good"] or all(mode in result for mode in modes))


def line_of(identity, result):
    modes = [f"{mode} {value['verdict']}" for mode, value in result.items() if "verdict" in value and value["verdict"] != "same"]
    return ", ".join([f"{identity}: plain {'passed' if result['plain']['good'] else 'failed'}"] + modes)


def run_all(programs, options):
    """Identity -> result. Programs of one folder never run at once: they share file names. Kept in DIR/results.json as they come."""
    path = pathlib.Path(options.work) / "results.json"
    results = json.loads(path.read_text()) if options.resume and path.exists() else {}
    folders = {}
    for program in programs:
        if not complete(results.get(program.id, {}), options.modes):
            folders.setdefault(program.folder, []).append(program)
    lock = threading.Lock()

    def work(members):
        for program in members:
            result = examine(program, results.get(program.id, {}), options)
            with lock:
                results[program.id] = result
                path.write_text(json.dumps(results, indent=1))
                print(f"[{len(results)}] {line_of(program.id, result)}", file=sys.stderr, flush=True)

    biggest_first = sorted(folders.values(), key=len, reverse=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(work, biggest_first))
    return results
