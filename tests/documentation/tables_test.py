"""Compares the pages' tables with their subjects: algorithms, figures, directives, keys of papers. Limits the lengths of lines."""
import re
import subprocess
import sys
import unittest

import options
import pages

OPTIONS, REST = options.paths("source", "topomorph")
DOCS = OPTIONS.source / "docs"
# A path in a sentence begins with one of these folders and has no wildcards or blanks.
PATH = re.compile(r"^(?:benchmarks|cmake|core|docs|examples|monitoring|plugin|reorder|tests|tools)/[\w./-]*\w/?$")

PLACEHOLDER = re.compile(r"/[A-Z]+(/|$)")
# "[Jeannot 2022]", "[Jeannot 2022, alg. 2]": the key, in a page or a comment.
CITATION = re.compile(r"\[([A-Z][\w'’-]+\s+(?:19|20)\d\d)(?:,[^\]\[]*)?\](?!\()")
LONGEST_LINE = 120


def cited_in(root):
    """The files that may cite a paper: pages, and sources with comments and messages."""
    folders = ("benchmarks", "core", "docs", "monitoring", "plugin", "reorder", "runtime", "tools")
    suffixes = (".md", ".h", ".hpp", ".cpp", ".py", ".def")
    return [root / "README.md", *sorted(path for folder in folders for path in (root / folder).rglob("*") if path.suffix in suffixes)]


def rows(page):
    """Cells of all rows of all tables, without the rules below their heads."""
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


def help_of(verb):
    return subprocess.run([OPTIONS.topomorph, verb, "--help"], capture_output=True, text=True, check=True).stdout


def has_figure(text, figure):
    return re.search(rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)", text) is not None


class AlgorithmsTest(unittest.TestCase):
    def test_the_page_has_the_programs_list(self):
        text = help_of("map")
        listed = re.search(r"--algorithm ALGORITHM +one of ([\w, -]+) \(default: auto\)\n", text)[1].split(", ")
        shown = [row[0].strip("`") for row in rows(DOCS / "algorithms.md")][1:]
        self.assertEqual(shown, listed)


class TopologiesTest(unittest.TestCase):
    def test_the_page_has_every_kind(self):
        refused = subprocess.run([OPTIONS.topomorph, "topology", "--topology", "unknown"], capture_output=True, text=True)
        listed = re.findall(r"([a-z]+):…", refused.stderr)
        self.assertGreater(len(listed), 10, refused.stderr)
        forms = "".join(cells[0] for line in section(DOCS / "topologies.md", "all-forms-of-spec").splitlines()
                        if line.startswith("|") and (cells := line[1:].split(" | ")))
        self.assertEqual(sorted(set(re.findall(r"`([a-z]+):", forms))), sorted(listed))


class CostModelsTest(unittest.TestCase):
    def test_the_page_has_the_programs_list(self):
        listed = re.search(r"--cost ([a-z|-]+)\n", help_of("map"))[1].split("|")
        shown = [row[0].strip("`") for row in rows(DOCS / "cost-models.md")]
        self.assertEqual(shown[shown.index("--cost") + 1 :][: len(listed)], listed)


class ReferencesTest(unittest.TestCase):
    def setUp(self):
        self.listed = [match[1] for row in rows(DOCS / "references.md") if (match := re.fullmatch(r"\[(.+)\]", row[0]))]

    def test_keys_are_unique(self):
        self.assertGreater(len(self.listed), 30)
        self.assertEqual(len(self.listed), len(set(self.listed)))

    def test_cited_papers_are_listed(self):
        checked = 0
        for path in cited_in(OPTIONS.source):
            for citation in CITATION.finditer(path.read_text(errors="replace")):
                with self.subTest(f"{path.relative_to(OPTIONS.source)}: {citation[0]}"):
                    self.assertIn(" ".join(citation[1].split()), self.listed)
                    checked += 1
        self.assertGreater(checked, 2 * len(self.listed))


class DirectivesTest(unittest.TestCase):
    def test_the_page_has_the_generators_list(self):
        generator, = (OPTIONS.source / "plugin").rglob("mpi_table.py")
        known = re.search(r"^DIRECTIVES = \(([^)]*)\)", generator.read_text(), re.MULTILINE)[1]
        table = section(DOCS / "architecture.md", "interception").split("| directive |")[1]
        self.assertEqual(set(re.findall(r"^\| `(\w+)", table, re.MULTILINE)), set(re.findall(r"\w+", known)))


class LinesTest(unittest.TestCase):
    def test_lines_are_short(self):
        """Lines that a reader of the source sees: not rows of tables, blocks, comments and pictures."""
        for page in [OPTIONS.source / "README.md", *sorted(DOCS.glob("*.md"))]:
            text = re.sub(r"^ *```.*?^ *```$|<!--.*?-->", lambda block: "\n" * block[0].count("\n"), page.read_text(), flags=re.M | re.S)
            for number, line in enumerate(text.splitlines(), 1):
                if not line.startswith(("|", "![")):
                    with self.subTest(f"{page.name}:{number}"):
                        self.assertLessEqual(len(line), LONGEST_LINE)


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
                    self.assertTrue(has_figure(text, figure))
                    checked += 1
        self.assertGreater(checked, 10)


class PapersTest(unittest.TestCase):
    """benchmarks/papers/README.md: six cells a row; the third names tests, the fifth has numbers of the page in the sixth."""

    FOLDER = OPTIONS.source / "benchmarks/papers"
    ITEMS = [row for row in rows(FOLDER / "README.md") if row[0] != "item"]

    def test_every_row_has_its_six_cells(self):
        self.assertGreater(len(self.ITEMS), 70)
        for row in self.ITEMS:
            with self.subTest(row[0]):
                self.assertEqual(len(row), 6)
                self.assertTrue(all(row))

    def test_tests_exist(self):
        sources = "".join(path.read_text() for path in (OPTIONS.source / "tests").rglob("*.cpp"))
        for row in self.ITEMS:
            for suite, name in re.findall(r"`(\w+)\.(\w+)`", row[2]):
                with self.subTest(f"{row[0]}: {suite}.{name}"):
                    self.assertRegex(sources, rf"TEST(?:_F|_P)?\({suite},\s*{name}\)")

    def test_numbers_stand_on_the_page(self):
        checked = 0
        for row in self.ITEMS:
            page = re.search(r"\]\(([\w.]+)\)", row[5])
            text = (self.FOLDER / page[1]).read_text() if page else ""
            for figure in re.findall(r"(?<![\w.:])-?\d[\d.]*\d|(?<![\w.:])\d\b", re.sub(r"`[^`]*`", "", row[4])) if page else []:
                with self.subTest(f"{row[0]}: {figure} in {page[1]}"):
                    self.assertTrue(has_figure(text, figure))
                    checked += 1
        self.assertGreater(checked, 40)

    def test_every_page_of_numbers_has_a_row(self):
        linked = set(re.findall(r"\]\((\w+\.md)\)", (self.FOLDER / "README.md").read_text()))
        self.assertEqual({page.name for page in self.FOLDER.glob("*.md")} - linked, {"README.md"})


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
