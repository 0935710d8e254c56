#!/usr/bin/env python3
"""Example: benchmarks/report/measure.py --build build/release --data DATA --pictures FOLDER >benchmarks/REPORT.md

Measures the report's page at 16, 256, 1024 and 4096 ranks: its size, and the time until it is open in headless
Chromium, by the browser's own navigation timing. With --pictures it keeps the pages and photographs them (light, dark
and on a narrow screen), and renews the pictures of the text. Profiles of 16 and 256 ranks are of real jobs on a cluster
of network namespaces (needs root and LAMMPS: tools/setup demo); larger ones are affinities of DATA.
"""
import argparse
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks" / "common"), str(ROOT / "tests")]
from browser import Browser
from machine import machine
from markdown import table

CLUSTER = ROOT / "tests" / "cluster"
MELT = ROOT / "tests" / "endtoend" / "input" / "melt.lammps"
ROUNDS = 5
PICTURES = ROOT / "benchmarks" / "report"
SHOWN = {("lammps-16", "light"), ("cg-256", "dark"), ("stencil-4096", "light")}  # in the text, at half the size
HEADER = ["page", "ranks", "pairs", "tile", "MB", "open after, ms", "report --html, CPU s"]
INTRODUCTION = """# The report's page: size, and time to open

Made by `benchmarks/report/measure.py`. *Open after* is the end of the load event
(`performance.getEntriesByType("navigation")`), when everything is drawn: the median of {rounds} loads in one headless
Chromium, and the longest. *Tile* is the number of ranks that share a cell of the heat maps.

Machine: {machine}
"""


def profile_of(build, folder, name, hosts, slots, command):
    """Returns the profile of a real job on its own cluster. Ranks are dealt out to the hosts in turn."""
    path = folder / f"{name}.tmprof"
    cluster = f"report{os.getpid()}"
    subprocess.run([CLUSTER / "up", "--name", cluster, "--owner", str(os.getpid()), "--hosts", str(hosts), "--slots", str(slots), "--rate", "1gbit"],
                   check=True)
    try:
        subprocess.run([CLUSTER / "run", "--name", cluster, "-n", str(hosts * slots), "--map-by", "node", "--", build / "bin" / "topomorph", "profile",
                        "-o", path, *command], check=True, cwd=folder, stdout=subprocess.DEVNULL)
    finally:
        subprocess.run([CLUSTER / "down", "--name", cluster], check=True)
    return [path]


def dense_affinity(folder, ranks, share):
    """Returns an affinity in which all roles communicate, some more than others: the most that a page may have to
    show."""
    numbers = random.Random(1)
    path = folder / "dense.mtx"
    lines = [f"{i + 1} {j + 1} {numbers.randrange(1000, 100000)}\n" for i in range(ranks) for j in range(ranks)
             if i != j and numbers.random() < share]
    path.write_text(f"%%MatrixMarket matrix coordinate integer general\n{ranks} {ranks} {len(lines)}\n" + "".join(lines))
    return path


def pages(given, folder):
    """Yields the name of each page and the arguments of `topomorph report`."""
    yield "lammps-16", profile_of(given.build, folder, "lammps", 4, 4, ["lmp", "-in", MELT, "-log", "none"])
    yield "cg-256", profile_of(given.build, folder, "cg", 16, 16, [given.build / "bin" / "row_transpose", "65536", "3"])
    if given.data:
        bt = [given.data / "matrices" / "npb-bt-1024.mtx", "--topology", "torus:4x4x4+tree:16", "--mapping", "random:1"]
        yield "npb-bt-1024", bt
        yield "stencil-4096", [given.data / "graphs" / "stencil3d7_4096.graph", "--topology", "tree:16:2:8:16", "--mapping", "random:1"]
    yield "dense-4096", [dense_affinity(folder, 4096, 0.4), "--topology", "tree:32:2:64"]


def write_page(given, words, page):
    """Writes the page. Returns the CPU seconds of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([given.build / "bin" / "topomorph", "report", *words, "--html", page], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(browser, page):
    times = browser.load_times(page, ROUNDS)
    data = 'JSON.parse(document.getElementById("data").textContent)'
    return times, browser.evaluate(f"(({{ job, total, before }}) => [job.ranks, total.pairs, before.heat.ranks_per_tile])({data})")


def photograph(browser, page, folder):
    """Takes pictures of the whole page in each presentation."""
    for name, width, scheme in ("light", 1280, "light"), ("dark", 1280, "dark"), ("narrow", 400, "light"):
        browser.resize(width)
        browser.prefer(scheme)
        browser.open(page)
        browser.picture(folder / f"{page.stem}-{name}.png")
        if (page.stem, name) in SHOWN:
            browser.evaluate('document.querySelectorAll("#about, footer").forEach((part) => part.remove())')  # paths of this machine
            browser.picture(PICTURES / f"{page.stem}.png", scale=0.5)
    browser.resize(1280)
    browser.prefer("light")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--data", type=pathlib.Path, default=os.environ.get("TOPOMORPH_DATA"), help="folder with matrices/ and graphs/ (TOPOMORPH_DATA)")
    parser.add_argument("--pictures", type=pathlib.Path, help="folder for the pages and their pictures")
    given = parser.parse_args()
    given.build = given.build.resolve()
    rows = []
    with tempfile.TemporaryDirectory() as temporary, Browser() as browser:
        folder = pathlib.Path(temporary)
        target = (given.pictures or folder).resolve()
        target.mkdir(parents=True, exist_ok=True)
        for name, words in pages(given, folder):
            page = target / f"{name}.html"
            seconds = write_page(given, words, page)
            times, (ranks, pairs, tile) = measure(browser, page)
            rows.append([name, str(ranks), str(pairs), str(tile), f"{page.stat().st_size / 1e6:.2f}",
                         f"{statistics.median(times):.0f} (at most {max(times):.0f})", f"{seconds:.2f}"])
            print(" | ".join(rows[-1]), file=sys.stderr)
            if given.pictures:
                photograph(browser, page, target)
    pictures = "".join(f"\n## {name}\n\n![The report of {name}, {theme}](report/{name}.png)\n" for name, theme in sorted(SHOWN))
    print(INTRODUCTION.format(rounds=ROUNDS, machine=machine()) + table(HEADER, rows) + pictures, end="")


if __name__ == "__main__":
    main()
