#!/usr/bin/env python3
"""Example: benchmarks/site/measure.py --build build/release >benchmarks/SITE.md

Measures topomorph site on generated records: wall time, processor time and peak memory, the size of the page, and the
time until it is open in headless Chromium, by the browser's own navigation timing. Needs zstd and Chromium. --folder
keeps the records; a million take 370 MB. --picture renews the picture of the text.
"""
import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks" / "common"), str(ROOT / "tests")]
import generate
from browser import Browser
from machine import machine
from markdown import table
from usage import usage_of

ROUNDS = 3
LOADS = 5
PICTURE = ROOT / "benchmarks" / "site" / "page.png"
HEADER = ["records", "programs", "file", "MB", "seconds", "CPU s", "peak memory, MB", "page, MB", "open after, ms"]
INTRODUCTION = """# A million records of jobs: seconds, memory, page

Made by `benchmarks/site/measure.py`, which runs `topomorph site FILE --output site.html` on the records of
`benchmarks/site/generate.py`. Times are the median of {rounds} runs: *CPU s* is the time of the processor and the one
to compare, *seconds* is wall time, also with other work on the machine. *Peak memory* is the highest water mark of
Linux (`VmHWM`, asked every 2 ms), the most of all runs. *Open after* is the end of the load event
(`performance.getEntriesByType("navigation")`), when everything is drawn: the median of {loads} loads in one headless
Chromium, and the longest. Up to 8192 programs are counted one by one; with more, the light ones are added up together.

Machine: {machine}

"""


def write_records(folder, count, programs):
    path = folder / f"{count}-{programs}.jsonl"
    if not path.exists():
        unfinished = path.with_suffix(".new")
        with open(unfinished, "w", encoding="utf-8") as file:
            file.writelines(generate.records(count, programs))
        unfinished.rename(path)
    return path


def compressed(path):
    target = path.with_suffix(".jsonl.zst")
    subprocess.run(["zstd", "-q", "-f", path, "-o", target], check=True)
    return target


def measure(given, browser, path, count, programs, page):
    runs = [usage_of([given.build / "bin" / "topomorph", "site", path, "--output", page]) for _ in range(ROUNDS)]
    wall, cpu = statistics.median(run.seconds for run in runs), statistics.median(run.cpu_seconds for run in runs)
    times = browser.load_times(page, LOADS)
    row = [str(count), str(programs), "zstd" if path.suffix == ".zst" else "plain", f"{path.stat().st_size / 1e6:.0f}", f"{wall:.2f}", f"{cpu:.2f}",
           f"{max(run.peak_bytes for run in runs) / 1e6:.1f}", f"{page.stat().st_size / 1e6:.2f}",
           f"{statistics.median(times):.0f} (at most {max(times):.0f})"]
    print(" | ".join(row), file=sys.stderr)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--folder", type=pathlib.Path, help="for the records (default: one that is removed)")
    parser.add_argument("--picture", action="store_true", help="photograph the page")
    given = parser.parse_args()
    given.build = given.build.resolve()
    with tempfile.TemporaryDirectory() as temporary, Browser() as browser:
        folder, page, rows = (given.folder or pathlib.Path(temporary)).resolve(), pathlib.Path(temporary) / "site.html", []
        folder.mkdir(parents=True, exist_ok=True)
        for count, programs in (10_000, 3000), (100_000, 3000), (1_000_000, 3000), (1_000_000, 100_000):
            path = write_records(folder, count, programs)
            rows.append(measure(given, browser, path, count, programs, page))
            if (count, programs) == (1_000_000, 3000):
                shutil.copy(page, folder / "page.html")
                rows.append(measure(given, browser, compressed(path), count, programs, page))
        if given.picture:
            browser.open(folder / "page.html")
            browser.evaluate('document.querySelectorAll("#about, footer").forEach((part) => part.remove())')  # paths of this machine
            browser.picture(PICTURE, scale=0.5)
    picture = "\n## The page\n\n![The page of a million records, light](site/page.png)\n" if PICTURE.exists() else ""
    print(INTRODUCTION.format(rounds=ROUNDS, loads=LOADS, machine=machine()) + table(HEADER, rows) + picture, end="")


if __name__ == "__main__":
    main()
