# The same traces and machines replayed by SimGrid's SMPI, where it is installed.
import concurrent.futures
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from runs import PROGRAMS
from statistics_of import spearman

sys.path.append(str(Path(__file__).resolve().parents[1] / "common"))
from markdown import table
from smpi import FLUID, simulated_seconds, smpirun

RANKS = 64
MACHINES = ["fat3-2:1", "torus"]
ORDERS = ["slot", "node", "topomorph", "eagermap", "random"]
MESSAGE = {"10": 2e-6, "100": 0.3e-6}  # processor time, as in machine.cpp


def available() -> bool:
    return shutil.which("smpirun") is not None


def replay(folder: Path, rate: str, hosts: str, settings: list[str]) -> tuple[float, float]:
    """Returns the seconds that SimGrid predicts, and its processor time, the start included."""
    command = smpirun(RANKS, f"{rate}.xml", f"{hosts}.hosts", settings, "-replay", "trace.list")
    output = folder / "output"
    with output.open("w") as file:
        process = subprocess.Popen(command, cwd=folder, stdout=file, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command, output.read_text())
    return simulated_seconds(output.read_text()), used.ru_utime + used.ru_stime


def compare(binary: Path, program: str, machine: str) -> list[dict]:
    """Returns a row for each rate and order, with the times of both simulators."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        orders = [word for order in ORDERS for word in ("--order", order)]
        command = [binary, "--program", program, "--ranks", str(RANKS), "--machine", machine, "--seeds", "1", *orders, "--simgrid", folder]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for row in result["orders"]:
            for rate, ours in row["replays"].items():
                works = [f"smpi/{kind}:0:{MESSAGE[rate]}:0" for kind in ("os", "ois", "or")]
                plain, took = replay(folder, rate, f"{row['order']}1", FLUID + works)
                default, _ = replay(folder, rate, f"{row['order']}1", ["smpi/allreduce:rdb"])
                rows.append({"order": row["order"], "rate": rate, "ours": ours["seconds"], "ours_took": ours["replay_cpu"],
                             "messages": ours["messages"], "plain": plain, "took": took, "default": default})
    return rows


def summary(program: str, machine: str, rate: str, rows: list[dict]) -> list[str]:
    slot = next(row for row in rows if row["order"] == "slot")
    errors = [row["plain"] / row["ours"] - 1 for row in rows]
    ratios = [abs(row["plain"] / slot["plain"] / (row["ours"] / slot["ours"]) - 1) for row in rows]
    defaults = [abs(row["default"] / slot["default"] / (row["ours"] / slot["ours"]) - 1) for row in rows]
    return [program, machine, rate, f"{slot['ours']:.4g}", f"{slot['plain']:.4g}", f"{slot['default']:.4g}",
            f"{100 * min(errors):+.1f} to {100 * max(errors):+.1f} %", f"{100 * max(ratios):.1f} %", f"{100 * max(defaults):.1f} %",
            f"{spearman([row['ours'] for row in rows], [row['plain'] for row in rows]):.2f}",
            f"{sum(row['took'] for row in rows):.1f}", f"{sum(row['ours_took'] for row in rows):.3f}"]


def totals(rows: list[dict]) -> str:
    errors = [row["plain"] / row["ours"] - 1 for row in rows]
    return (f"Over all {len(rows)} replays SimGrid's seconds are {100 * min(errors):+.1f} % to {100 * max(errors):+.1f} % from ours, "
            f"{100 * sum(map(abs, errors)) / len(rows):.1f} % in the mean. SimGrid takes {sum(row['took'] for row in rows):.0f} s of processor time, "
            f"with its starts; ours takes {sum(row['ours_took'] for row in rows):.2f} s.\n")


HEADER = ["program", "machine", "Gbit/s", "slot, s", "SimGrid", "SimGrid, defaults", "SimGrid over ours, all orders", "ratio to slot: worst difference",
          "with its defaults", "rank correlation", "processor time, s", "ours"]


def run(binary: Path, pair: tuple[str, str], folder: Path) -> list[dict]:
    """Returns the rows of compare(), from the folder if they are there."""
    path = folder / f"simgrid-{pair[0]}-{pair[1].replace(':', '')}.json"
    if not path.exists():
        path.write_text(json.dumps(compare(binary, *pair)))
        print(path.stem, file=sys.stderr)
    return json.loads(path.read_text())


def page(binary: Path, folder: Path, jobs: int) -> str:
    pairs = list(itertools.product(PROGRAMS, MACHINES))
    if not available():
        return "SimGrid is not installed here (package `libsimgrid-dev`): no comparison.\n"
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda pair: run(binary, pair, folder), pairs))
    rows = [summary(program, machine, rate, [row for row in all_rows if row["rate"] == rate])
            for (program, machine), all_rows in zip(pairs, found) for rate in MESSAGE]
    return table(HEADER, rows) + "\n" + totals([row for all_rows in found for row in all_rows])
