# Shared by the scripts that make a page: the folders of programs and data, and the page itself.
import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED = Path(__file__).resolve().parents[3] / "shared/data"


def parser_of_page(description: str | None, programs: str, page: Path) -> argparse.ArgumentParser:
    """Returns a parser with the options of every page; the caller adds its own."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help=f"build folder with {programs}")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TOPOMORPH_DATA", SHARED)), help="folder with matrices/, graphs/, qaplib/")
    parser.add_argument("--output", type=Path, default=page)
    return parser


def write_page(page: Path, make: Callable[[Path], str]) -> None:
    """Writes the page that `make` returns, once it is complete. `make` gets a temporary folder."""
    with tempfile.TemporaryDirectory() as work:
        page.write_text(make(Path(work)))
    print(page, file=sys.stderr)
