"""What tests of pages in a real browser share: the document as the browser has it, and its numbers against those of --json."""
import html.parser
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import browser
import jobs

BROWSER = browser.executable()


class Page(html.parser.HTMLParser):
    """The document as the browser has it: elements with their attributes, and the text of each kind of element."""

    def __init__(self, text):
        super().__init__()
        self.elements, self._open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes), []))
        self._open.append(self.elements[-1])

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, text):
        for element in self._open:
            element[2].append(text)

    def all(self, tag):
        return [(attributes, "".join(texts)) for name, attributes, texts in self.elements if name == tag]

    def one(self, tag):
        found = self.all(tag)
        assert len(found) == 1, f"{len(found)} elements {tag}"
        return found[0]


def at(data, path):
    for key in path.split("."):
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data


class PageTest(jobs.JobTest):
    """Opens pages that are in the test's folder."""

    def setUp(self):
        super().setUp()
        if BROWSER is None:
            self.skipTest("there is no chromium")

    def browse(self, *words, page="page.html", width=1280, theme="light"):
        outcome = self.run_command(BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
                                   f"--user-data-dir={self.folder}/browser", f"--window-size={width},900", "--virtual-time-budget=4000", *words,
                                   f"file://{self.folder}/{page}#theme={theme}")
        self.assertEqual([line for line in outcome.stderr.splitlines() if "CONSOLE" in line], [], "the browser has something to say")
        return outcome.stdout

    def rendered(self, **how):
        page = Page(self.browse("--dump-dom", **how))
        root, _ = page.one("html")
        self.assertEqual((root["data-state"], root["data-errors"]), ("ready", "0"))
        self.assertNotIn("data-hacked", root)
        return page

    def assert_numbers_are_those_of(self, page, told, least):
        numbers = page.all("data")
        self.assertGreater(len(numbers), least)
        for attributes, text in numbers:
            self.assertEqual(float(attributes["value"]), float(at(told, attributes["data-path"])), attributes["data-path"])
            self.assertTrue(text.strip(), attributes["data-path"])
        block = next(text for attributes, text in page.all("script") if attributes.get("id") == "data")
        self.assertEqual(json.loads(block), told)
