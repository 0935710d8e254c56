"""Reads Markdown pages: headings with their anchors, links, and blocks of code with their comments.

Conventions of the pages:
* Every block of code has a language: `console` (commands after "$ ", continued after "> ", with their output below), `sh` (commands
  without output), `bash` (a job script); any other (`text`, `c`, …) has no commands.
* `<!-- not run here: REASON; WHO -->` in front of a block: WHO names the test, or the tool, that runs such commands.
* `<!-- before: COMMANDS -->`: prepares a reader's state at this point ($SOURCE is the repository, $PROFILE the output of profile.py).
* `<!-- made by: COMMAND -->` in front of a picture: the command makes the picture anew, as `picture.svg`.
"""
import dataclasses
import pathlib
import re

COMMAND_LANGUAGES = ("console", "sh", "bash")
FENCE = re.compile(r"^( *)```(\S*)\s*$")
HEADING = re.compile(r"^(#{1,6}) +(.+?) *$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)")
COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)


def slug(heading):
    """The anchor of the first heading of this name on a page."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


@dataclasses.dataclass
class Block:
    line: int
    language: str
    text: str
    comments: list  # directly in front of it

    def note(self, kind):
        """The text of a comment `kind: …` in front of it; None without one."""
        for comment in self.comments:
            if comment.startswith(kind + ":"):
                return comment[len(kind) + 1:].strip()
        return None


@dataclasses.dataclass
class Page:
    path: pathlib.Path
    headings: list
    links: list  # (line, target)
    blocks: list  # in their order; a comment without a block is one of the language ""
    spans: list  # (line, inline code)

    def anchors(self):
        """As the repository's viewer and the site make them."""
        found = set()
        for heading in self.headings:
            name, count = slug(heading), 0
            while name + (f"-{count}" if count else "") in found:
                count += 1
            found.add(name + (f"-{count}" if count else ""))
        return found


def read_page(path):
    page = Page(path, [], [], [], [])
    lines = path.read_text().splitlines()
    comments, number = [], 0
    while number < len(lines):
        line = lines[number]
        fence = FENCE.match(line)
        if fence:
            end = next(i for i in range(number + 1, len(lines)) if lines[i].strip() == "```")
            text = "\n".join(row[len(fence[1]):] for row in lines[number + 1:end])
            page.blocks.append(Block(number + 1, fence[2], text, comments))
            comments, number = [], end
        elif line.lstrip().startswith("<!--"):
            end = next(i for i in range(number, len(lines)) if "-->" in lines[i])
            comment = COMMENT.search("\n".join(lines[number:end + 1]))[1].strip()
            comments.append(comment)
            if not comment.startswith("not run here:"):
                page.blocks.append(Block(number + 1, "", "", [comment]))
            number = end
        elif line.strip():
            comments = []
            heading = HEADING.match(line)
            if heading:
                page.headings.append(heading[2])
            page.links += [(number + 1, target) for target in LINK.findall(re.sub(r"`[^`]*`", "", line))]
            page.spans += [(number + 1, span) for span in re.findall(r"`([^`]+)`", line)]
        number += 1
    return page


def pages(root):
    """All pages of the site, and the README."""
    found = [root / "README.md", *root.glob("docs/**/*.md"), *root.glob("benchmarks/**/*.md")]
    return [read_page(path) for path in sorted(found)]
