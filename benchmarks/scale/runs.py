# Runs topomorph-scale for the tables of measure.py, several at a time, and keeps the results in a folder.
import concurrent.futures
import itertools
import json
import subprocess
import sys
from pathlib import Path

PROGRAMS = ["cg", "mg", "lu", "bt", "sp", "minighost", "lammps", "hpcg"]
MACHINES = ["fat2-1:1", "fat2-2:1", "fat3-1:1", "fat3-2:1", "torus", "dragonfly"]
ORDERS = ["slot", "node", "network", "topomorph", "bottleneck", "scotch", "topomatch", "eagermap", "random"]
RATES = ["10", "100"]  # Gbit/s
RANKS = [64, 256, 1024, 4096]
TIME_LIMIT = 60  # seconds for a mapping

# Of the largest size a part, without random places: a replay of them takes a minute and more.
MOST_WITH_SEEDS = 256  # ranks up to which the random order is the median of three
LARGEST = 4096
PROGRAMS_OF_LARGEST = ["cg", "mg", "minighost", "lammps", "hpcg"]
PROGRAMS_FOR_SPEED = ["cg", "minighost", "hpcg"]
MACHINES_OF_LARGEST = ["fat3-2:1", "torus", "dragonfly"]

Case = tuple[str, int, str]  # program, ranks, machine


def cases(ranks: int) -> list[Case]:
    programs = PROGRAMS_OF_LARGEST if ranks == LARGEST else PROGRAMS
    machines = MACHINES_OF_LARGEST if ranks == LARGEST else MACHINES
    return [(program, ranks, machine) for program, machine in itertools.product(programs, machines)]


def kept(binary: Path, path: Path, arguments: list[str]) -> dict:
    """Returns what the program prints, from the file if it is there."""
    if not path.exists():
        path.write_text(subprocess.run([binary, *arguments], check=True, capture_output=True, text=True).stdout)
        print(path.stem, file=sys.stderr)
    return json.loads(path.read_text())


def arguments_of(case: Case, orders: list[str]) -> list[str]:
    program, ranks, machine = case
    return ["--program", program, "--ranks", str(ranks), "--machine", machine, *(word for order in orders for word in ("--order", order))]


def name_of(case: Case) -> str:
    return "-".join(map(str, case)).replace(":", "")


def run(binary: Path, case: Case, folder: Path) -> dict:
    ranks = case[1]
    orders = [order for order in ORDERS if order != "random" or ranks < LARGEST]
    seeds = 3 if ranks <= MOST_WITH_SEEDS else 1
    arguments = [*arguments_of(case, orders), "--seeds", str(seeds), "--time-limit", str(TIME_LIMIT)]
    return kept(binary, folder / f"{name_of(case)}.json", arguments)


def run_for_speed(binary: Path, ranks: int, folder: Path) -> list[dict]:
    """Returns the rows of orders whose replays are timed, one case after the other."""
    rows = []
    for program in PROGRAMS_FOR_SPEED:
        case = (program, ranks, "torus")
        arguments = [*arguments_of(case, ["slot", "topomorph"] + (["random"] if ranks < LARGEST else [])), "--rate", "10", "--seeds", "1"]
        rows += kept(binary, folder / f"speed-{name_of(case)}.json", arguments)["orders"]
    return rows


def run_all(binary: Path, all_ranks: list[int], folder: Path, jobs: int) -> dict[Case, dict]:
    folder.mkdir(parents=True, exist_ok=True)
    todo = [case for ranks in all_ranks for case in cases(ranks)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip(todo, pool.map(lambda case: run(binary, case, folder), todo)))


def seconds_of(results: dict[Case, dict]) -> float:
    """Returns the seconds of all mappings and replays, one after the other."""
    rows = [row for result in results.values() for row in result["orders"] if "replays" in row]
    return sum(row["mapping_seconds"] + sum(run["replay_seconds"] for run in row["replays"].values()) for row in rows)
