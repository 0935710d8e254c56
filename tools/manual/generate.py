#!/usr/bin/env python3
"""Writes manual pages and completions into a folder with the layout of PREFIX/share."""
import argparse
import json
import pathlib

import api_pages
import bash
import command_pages
import fish
import zsh

COMPLETIONS = {"bash-completion/completions/topomorph": bash, "zsh/site-functions/_topomorph": zsh,
               "fish/vendor_completions.d/topomorph.fish": fish}


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--described", required=True, type=pathlib.Path, help="what topomorph_describe wrote")
    parser.add_argument("--header", required=True, type=pathlib.Path, help="topomorph.h")
    parser.add_argument("--date", required=True, help="of the pages, YYYY-MM-DD")
    parser.add_argument("--output", required=True, type=pathlib.Path)
    options = parser.parse_args()
    described = json.loads(options.described.read_text(encoding="utf-8"))
    header = options.header.read_text(encoding="utf-8")
    functions = [each.name for each in api_pages.functions(header)]
    pages = command_pages.pages(described, options.date, functions) + api_pages.pages(header, options.date, described["version"])
    for page in pages:
        write(options.output / f"man/man{page.section}/{page.name}.{page.section}", page.text())
    for path, shell in COMPLETIONS.items():
        write(options.output / path, shell.script(described))


if __name__ == "__main__":
    main()
