# Shared by the scripts that make a page: the folders of programs and data, and the page itself.
import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from sources import MAPPER, Footer, command_of, fingerprint
from starts import with_starts

DATA = Path(os.environ.get("TOPOMORPH_DATA", Path(__file__).resolve().parents[3] / "shared/data"))


def parser_of_page(description: str | None, programs: str, page: Path) -> argparse.ArgumentParser:
    """Returns a parser with the options of every page; the caller adds its own."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help=f"build folder with {programs}")
    parser.add_argument("--data", type=Path, default=DATA, help="folder with matrices/, graphs/, qaplib/")
    parser.add_argument("--output", type=Path, default=page)
    return parser


def write_page(page: Path, make: Callable[[Path], str], sources: tuple[str, ...] = MAPPER, beside_auto: list[str] | None = None) -> None:
    """Writes the page that `make` returns, once it is complete. `make` gets a temporary folder. The last lines have the
    hash of the sources, as they were at the start; none if `sources` is empty. The introduction says from which of the
    algorithms `beside_auto` the program itself starts."""
    before = Footer(fingerprint(sources), sources, command_of(sys.argv)) if sources else None
    with tempfile.TemporaryDirectory() as work:
        text = make(Path(work)).rstrip("\n") + "\n"
    if beside_auto:
        text = with_starts(text, beside_auto)
    page.write_text(text + (before.text() if before else ""))
    print(page, file=sys.stderr)
