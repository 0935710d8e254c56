#!/usr/bin/env python3
"""Lists the pages whose numbers are older than the code that made them. Makes them again (--make), or finds that the
code maps as it did before (--same-as)."""
import argparse
import shlex
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE / "common"))

import same
from page import DATA
from sources import ROOT, fingerprint, footer_of

# Pages of measurements that take hours, or of whole jobs: their numbers hardly depend on the mapper. ABLATION.md is made when
# a part of it comes or goes.
OTHERS = {"ABLATION.md", "AUTO.md", "COLLECTIVES.md", "DEFAULT_PATH.md", "EXECUTED.md", "OVERHEAD.md", "PREDICTION.md", "REPLAY.md", "REPORT.md", "SCALE.md", "SITE.md", "STEPS.md", "TIMINGS.md", "README.md"}


def pages() -> list[Path]:
    """Returns all pages with numbers of the mapper."""
    return sorted(page for page in HERE.rglob("*.md") if page.name not in OTHERS)


def stale(page: Path) -> bool:
    footer = footer_of(page.read_text())
    return footer is None or not footer.is_current()


def make(page: Path, build: Path) -> bool:
    """Runs the page's command. Returns whether it succeeded."""
    footer = footer_of(page.read_text())
    if footer is None:
        print(f"{page.relative_to(ROOT)}: has no command in its last line", file=sys.stderr)
        return False
    words = shlex.split(footer.command)
    words[words.index("--build") + 1] = str(build.resolve())
    start = time.monotonic()
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL)
    print(f"{page.relative_to(ROOT)}: {'made' if done.returncode == 0 else 'failed'} in {time.monotonic() - start:.0f} s", file=sys.stderr)
    return done.returncode == 0


def confirm(chosen: list[Path], build: Path, old: Path, data: Path, apart: list[str]) -> bool:
    """Gives pages of another build today's hash if this build answers thousands of commands as that one does. Leaves out
    commands and pages that have one of the words `apart`. Returns whether the answers are the same."""
    tried = [words for words in same.commands(data, build) if not any(word in " ".join(words) for word in apart)]
    found = same.differences(old, build, tried)
    for words in found:
        print("differs: topomorph " + shlex.join(words), file=sys.stderr)
    print(f"{len(tried) - len(found)} of {len(tried)} commands have the same answer", file=sys.stderr)
    for page in chosen if not found else []:
        text = page.read_text()
        footer = footer_of(text)
        if footer is not None and not any(word in text for word in apart):
            page.write_text(text.removesuffix(footer.text()) + replace(footer, fingerprint=fingerprint(footer.folders)).text())
    return not found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, nargs="*", help="only these, current or not (default: all that are older)")
    parser.add_argument("--make", action="store_true", help="make them again, one after the other")
    parser.add_argument("--same-as", type=Path, metavar="BUILD", help="the build that made the pages: if both builds give the same mappings, the pages get today's hash")
    parser.add_argument("--apart", nargs="+", default=[], metavar="WORD", help="with --same-as: names of algorithms or options that have changed; commands and pages that have one are left out")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with shared data (default: ../shared/data)")
    parser.add_argument("--build", type=Path, default=ROOT / "build/release", help="with the benchmarks")
    options = parser.parse_args()
    chosen = [page.resolve() for page in options.page] or [page for page in pages() if stale(page)]
    if options.make:
        return 0 if all([make(page, options.build) for page in chosen]) else 1
    if options.same_as:
        return 0 if confirm(chosen, options.build, options.same_as, options.data, options.apart) else 1
    for page in chosen:
        print(page.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
