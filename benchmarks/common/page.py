# What scripts that make a page have in common: where the programs and the data are, and where the page goes.
import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared/data"


def parser_of_page(description: str | None, programs: str, page: Path) -> argparse.ArgumentParser:
    """Options of every page; the caller adds its own."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help=f"build folder with {programs}")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TOPOMORPH_DATA", SHARED)), help="folder with matrices/, graphs/, qaplib/")
    parser.add_argument("--output", type=Path, default=page)
    return parser


def write_page(page: Path, make: Callable[[Path], str]) -> None:
    """`make` gets a folder that is gone afterwards. The page is replaced when all of it is there."""
    with tempfile.TemporaryDirectory() as work:
        page.write_text(make(Path(work)))
    print(page, file=sys.stderr)
