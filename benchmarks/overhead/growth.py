# Growth of the profile, its gathering and the plan with the job: simulated processes, real counters and real engine.
import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from jobs import Bench, Failed
from markdown import exponent, table

BOXES = ((10, 10, 10), (25, 20, 20), (50, 50, 40))
# Boxes for a stencil and an all-to-all of all ranks.
DENSE_BOXES = ((10, 10, 10), (15, 20, 10), (25, 20, 20), (30, 40, 25), (50, 50, 40))
DENSE_BYTES = 64  # from each rank to each other one, a hundred times
ROW_BYTES = 40    # of a pair in a record (core/wire/wire.h)
PEERS = (100, 1000, 10000, 100000)


@dataclass
class Point:
    """One size of the job. Times are CPU seconds of the engine, memory is its peak."""

    ranks: int
    pairs: int
    gathered: int  # bytes of all records
    profile: int   # bytes of the file
    write_cpu: float
    write_mb: float
    plan_cpu: float
    plan_mb: float
    plan_wall: float
    distributed: int  # bytes of the plan
    made: float = 0  # seconds by the clock in which the simulated processes counted and wrote records
    written: float = 0  # seconds by the clock in which the engine wrote the profile
    as_pairs: int = 0  # bytes of all records if every pair had a row

    @property
    def all_pairs(self) -> int:
        return self.ranks * (self.ranks - 1)


def engine(bench: Bench, source: Path, target: Path, *words: str) -> tuple[float, float, float]:
    """Feeds the engine a file. Returns its CPU seconds, peak megabytes and seconds by the clock."""
    began = time.monotonic()
    with source.open("rb") as frames, target.open("wb") as answer:
        process = subprocess.Popen([str(bench.engine), *words], stdin=frames, stdout=answer, env=os.environ | {"TOPOMORPH_STORE": str(target.parent / "store")})
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise Failed(f"topomorph-engine {' '.join(words)}: status {process.returncode}: {target.read_bytes()[-200:]!r}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, time.monotonic() - began


def simulate(bench: Bench, what: str, box: tuple[int, ...], target: Path, *more: str) -> float:
    """Writes the frames of simulated processes. Returns the seconds by the clock."""
    began = time.monotonic()
    with target.open("wb") as frames:
        subprocess.run([str(bench.bin / "topomorph-simulate"), what, "--box", *map(str, box), *more], stdout=frames, check=True)
    return time.monotonic() - began


def pairs_of(box: tuple[int, ...]) -> int:
    """Returns the number of directed pairs of neighbours in the box."""
    a, b, c = box
    return 2 * ((a - 1) * b * c + a * (b - 1) * c + a * b * (c - 1))


def measure(bench: Bench, box: tuple[int, ...], work: Path, dense: bool = False) -> Point:
    records, places, profile, answer = (work / name for name in ("records", "places", "large.tmprof", "answer"))
    made = simulate(bench, "records", box, records, *(["--alltoall", str(DENSE_BYTES)] if dense else []))
    write_cpu, write_mb, written = engine(bench, records, answer, "write", str(profile))
    simulate(bench, "locations", box, places)
    plan_cpu, plan_mb, plan_wall = engine(bench, places, answer, "plan", "--profile", str(profile), "--min-gain", "0", "--weight", "bytes",
                                          "--time-limit", "60")
    point = Point(box[0] * box[1] * box[2], pairs_of(box), records.stat().st_size, profile.stat().st_size, write_cpu, write_mb,
                  plan_cpu, plan_mb, plan_wall, answer.stat().st_size, made, written)
    point.as_pairs = point.ranks * (point.ranks - 1) * ROW_BYTES
    for file in (records, places, profile, answer):
        file.unlink()
    return point


ROWS = (("directed pairs that communicate", "pairs", "{:.0f}", 1), ("gathered, MB", "gathered", "{:.2f}", 1e6),
        ("profile, MB", "profile", "{:.2f}", 1e6), ("engine writes it, CPU s", "write_cpu", "{:.2f}", 1),
        ("its memory, MB", "write_mb", "{:.0f}", 1), ("engine plans, CPU s", "plan_cpu", "{:.2f}", 1),
        ("its memory, MB", "plan_mb", "{:.0f}", 1), ("plan distributed, MB", "distributed", "{:.3f}", 1e6))


DENSE_ROWS = (("directed pairs that communicate", "all_pairs", "{:.3g}", 1), ("gathered, MB", "gathered", "{:.2f}", 1e6),
              ("… with a row for each pair, MB", "as_pairs", "{:.0f}", 1e6), ("profile, MB", "profile", "{:.2f}", 1e6),
              ("engine writes it, CPU s", "write_cpu", "{:.2f}", 1), ("… by the clock, s", "written", "{:.2f}", 1),
              ("its memory, MB", "write_mb", "{:.0f}", 1), ("engine plans, CPU s", "plan_cpu", "{:.2f}", 1),
              ("its memory, MB", "plan_mb", "{:.0f}", 1))


def growth_table(points: list[Point], table_rows=ROWS) -> str:
    rows = []
    for title, name, form, unit in table_rows:
        values = [getattr(point, name) / unit for point in points]
        slope = exponent([(point.ranks, value) for point, value in zip(points, values)], shortest=0.001)
        rows.append([title, *(form.format(value) for value in values), f"{slope:.2f}" if slope is not None else "–"])
    return table(["ranks", *(str(point.ranks) for point in points), "exponent"], rows)


def dense_table(points: list[Point]) -> str:
    return growth_table(points, DENSE_ROWS)


def memory_of_peers(bench: Bench) -> dict[int, dict[str, float]]:
    """Returns bytes of heap per peer: for its counters, and for its role in a communicator other than
    MPI_COMM_WORLD."""
    program = str(bench.bin / "topomorph-simulate")
    return {peers: json.loads(subprocess.run([program, "memory", "--peers", str(peers)], capture_output=True, text=True, check=True).stdout)
            for peers in PEERS}


def memory_table(memory: dict[int, dict[str, float]]) -> str:
    rows = [[title, *(f"{memory[peers][name]:.0f}" for peers in memory), "100" if name == "counters" else "–"]
            for title, name in (("counters", "counters"), ("translation, in a communicator that is not MPI_COMM_WORLD", "translation"))]
    return table(["bytes a peer, at this many peers", *map(str, memory), "bound"], rows)
