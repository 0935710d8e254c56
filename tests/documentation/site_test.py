"""The site builds without a warning (tools/site), and every link in it has a target: page, picture or heading.

usage: site_test.py REPOSITORY; exit status 77 without the generator
"""
import html.parser
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

NOT_INSTALLED = 3  # exit status of tools/site


class Document(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def broken_links(site):
    documents = {path: Document(path) for path in site.rglob("*.html")}
    for path, document in documents.items():
        for link in document.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme:
                continue
            goal = (path.parent / urllib.parse.unquote(address.path)).resolve() if address.path else path
            if not goal.exists():
                yield f"{path.relative_to(site)}: {link} is not there"
            elif address.fragment and goal in documents and urllib.parse.unquote(address.fragment) not in documents[goal].anchors:
                yield f"{path.relative_to(site)}: {link} has no such heading"


def main():
    source = pathlib.Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        site = pathlib.Path(name).resolve()
        built = subprocess.run([source / "tools/site", site], capture_output=True, text=True)
        if built.returncode == NOT_INSTALLED:
            print("skipped:", built.stderr.strip())
            sys.exit(77)
        missing = [f"{page.stem} is not in the site" for page in (source / "docs").glob("*.md") if not (site / "docs" / f"{page.stem}.html").exists()]
        complaints = ([built.stderr] if built.returncode else []) + missing + sorted(broken_links(site))
    print(f"{len(complaints)} complaints", *complaints, sep="\n")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
