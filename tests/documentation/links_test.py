"""Checks links, contents, verbs and options of the pages without running them."""
import re
import subprocess
import sys
import unittest
import urllib.parse

import options
import pages

OPTIONS, REST = options.paths("source", "topomorph")
PAGES = {page.path: page for page in pages.pages(OPTIONS.source)}
VERB = re.compile(r"^(?:mpirun .*)?topomorph ([a-z]+)\b(.*)")


def help_of(verb):
    run = subprocess.run([OPTIONS.topomorph, *verb, "--help"], capture_output=True, text=True, check=True)
    return run.stdout


class LinksTest(unittest.TestCase):
    def complaint_about(self, page, target):
        address = urllib.parse.urlsplit(target)
        if address.scheme:
            good = address.scheme == "https" and re.fullmatch(r"([a-z0-9-]+\.)+[a-z]{2,}", address.netloc)
            return None if good else "is no address of the web"
        goal = (page.path.parent / address.path).resolve() if address.path else page.path
        if not goal.exists():
            return "does not exist"
        if address.fragment and goal not in PAGES:
            return "is no page with headings"
        if address.fragment and address.fragment not in PAGES[goal].anchors():
            return "has no such heading"
        return None

    def test_links_lead_somewhere(self):
        for page in PAGES.values():
            for line, target in page.links:
                complaint = self.complaint_about(page, target)
                if complaint:
                    with self.subTest(f"{page.path.relative_to(OPTIONS.source)}:{line}"):
                        self.fail(f"{target} {complaint}")

    def test_pictures_are_used(self):
        shown = {(page.path.parent / target).resolve() for page in PAGES.values() for _, target in page.links if ":" not in target}
        for kind in ("svg", "png"):
            for picture in (OPTIONS.source / "docs").rglob(f"*.{kind}"):
                self.assertIn(picture.resolve(), shown)

    def test_every_page_is_in_the_contents(self):
        docs = OPTIONS.source / "docs"
        listed = {(docs / f"{name}.md").resolve() for name in re.findall(r"(?m)^.+ <([\w./-]+)>$", (docs / "index.md").read_text())}
        self.assertEqual(set(PAGES) - listed, {OPTIONS.source / "README.md", docs / "index.md"}, "docs/index.md wants a line for each page")

    def test_verbs_and_options_in_sentences_exist(self):
        verbs = set(re.findall(r"^  ([a-z]+) +\S", help_of([]).split("Subcommands:")[1], re.MULTILINE))
        helps = {}
        for page in PAGES.values():
            for line, span in page.spans:
                named = VERB.match(span)
                if not named:
                    continue
                with self.subTest(f"{page.path.relative_to(OPTIONS.source)}:{line}"):
                    self.assertIn(named[1], verbs)
                    text = helps.setdefault(named[1], help_of([named[1]]))
                    for option in re.findall(r"(?<![\w-])--[a-z][\w-]+", re.split(r" (?:\./|-- )", named[2])[0]):
                        self.assertIn(option, text)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
