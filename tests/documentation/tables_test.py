"""Tables of the documentation against what they are about: the program's list of algorithms, and the files with the figures."""
import re
import subprocess
import sys
import unittest

import options
import pages

OPTIONS, REST = options.paths("source", "topomorph")
DOCS = OPTIONS.source / "docs"
# Folders whose names begin a path in a sentence; what has wildcards or blanks is none.
PATH = re.compile(r"^(?:benchmarks|cmake|core|docs|examples|monitoring|plugin|reorder|tests|tools)/[\w./-]*\w/?$")

PLACEHOLDER = re.compile(r"/[A-Z]+(/|$)")


def rows(page):
    """Cells of all rows of all tables, but for the rules below their heads."""
    found = [[cell.strip() for cell in line.strip().strip("|").split(" |")] for line in page.read_text().splitlines() if line.startswith("|")]
    return [[cell.strip("| ") for cell in row] for row in found if not set("".join(row)) <= set("|- ")]


def section(path, anchor):
    """The text below one heading, up to the next of its level or above."""
    text, inside, level = [], not anchor, 0
    for line in path.read_text().splitlines():
        heading = pages.HEADING.match(line)
        if heading and inside and anchor and len(heading[1]) <= level:
            break
        if heading and not inside and pages.slug(heading[2]) == anchor:
            inside, level = True, len(heading[1])
        if inside:
            text.append(line)
    return "\n".join(text)


class AlgorithmsTest(unittest.TestCase):
    def test_the_page_has_the_programs_list(self):
        text = subprocess.run([OPTIONS.topomorph, "map", "--help"], capture_output=True, text=True, check=True).stdout
        listed = re.search(r"--algorithm ALGORITHM +one of ([\w, -]+) \(default: auto\)\n", text)[1].split(", ")
        shown = [row[0].strip("`") for row in rows(DOCS / "algorithms.md")][1:]
        self.assertEqual(shown, listed)

    def test_sources_are_there(self):
        text = (DOCS / "algorithms.md").read_text()
        sources = [int(number) for number in re.findall(r"^(\d+)\. ", text, re.MULTILINE)]
        self.assertEqual(sources, list(range(1, len(sources) + 1)))
        self.assertEqual({int(number) for number in re.findall(r"\[(\d+)\](?!\()", text)}, set(sources))


class FiguresTest(unittest.TestCase):
    def test_every_figure_stands_where_the_page_says(self):
        checked = 0
        for row in rows(DOCS / "performance.md"):
            figures = re.findall(r"\d[\d.]*", row[1]) if len(row) > 2 else []
            where = re.search(r"\(([^()#]+)#?([\w-]*)\)|`([\w.]+\.md)`", row[2]) if figures else None
            if not where:
                continue
            path = OPTIONS.source / where[3] if where[3] else DOCS / where[1]
            text = section(path, where[2])
            for figure in figures:
                with self.subTest(f"{row[0]}: {figure} in {path.name}#{where[2] or ''}"):
                    self.assertRegex(text, rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)")
                    checked += 1
        self.assertGreater(checked, 10)


class PathsTest(unittest.TestCase):
    def test_paths_in_sentences_exist(self):
        for page in pages.pages(OPTIONS.source):
            for line, span in page.spans:
                if PATH.match(span) and not PLACEHOLDER.search(span):
                    with self.subTest(f"{page.path.relative_to(OPTIONS.source)}:{line}"):
                        there = OPTIONS.source / span
                        self.assertTrue(there.exists() or list(there.parent.glob(there.name + ".*")), span)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
