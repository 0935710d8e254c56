"""Writes manual pages of the functions from the comments of the public header."""
import re

from roff import Page

FUNCTION = re.compile(r"/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*(?P<prototype>int (?P<name>tm_\w+)\([^)]*\);)", re.S)


def plain(text):
    """Returns the text without Doxygen's commands."""
    return re.sub(r"\\p ", "", text)


def paragraphs(comment):
    """Returns the comment without its frame: one line for each paragraph, \\param and \\return."""
    text = "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in comment.splitlines())
    parts = re.split(r"\n\s*\n|(?=\\param|\\return|\\brief)", text.strip())
    return [" ".join(part.split()) for part in parts if part.strip()]


class Function:
    """A function of the header, with its comment."""

    def __init__(self, match):
        self.name, self.prototype = match["name"], match["prototype"]
        self.brief, self.description, self.parameters, self.result = "", [], [], ""
        for part in paragraphs(match["comment"]):
            self._take(part)

    def _take(self, part):
        mark, _, rest = part.partition(" ")
        if mark == "\\brief":
            self.brief, _, more = plain(rest).partition(". ")
            self.description += [more] if more else []
        elif mark == "\\param":
            name, _, meaning = rest.partition(" ")
            self.parameters.append((name, plain(meaning.strip())))
        elif mark == "\\return":
            self.result = plain(rest)
        else:
            self.description.append(plain(part))


def narrow(prototype):
    """Breaks a long prototype into one parameter a line."""
    line = " ".join(prototype.split())
    head, _, parameters = line.partition("(")
    return line if len(line) <= 72 else head + "(" + parameters.replace(", ", ",\n" + " " * (len(head) + 1))


def functions(header):
    found = [Function(match) for match in FUNCTION.finditer(header)]
    declared = re.findall(r"^int (tm_\w+)\(", header, re.M)
    if [each.name for each in found] != declared:
        raise ValueError(f"functions of the header without a comment in front: {set(declared) - {each.name for each in found}}")
    return found


def overview(header):
    """Returns the first sentence of the header's first comment, and its other paragraphs."""
    text = header[header.index("/*") + 2:header.index("*/")]
    return paragraphs(text)


def function_page(function, names, date, source):
    page = Page(function.name, 3, date, source, "TopoMorph")
    page.name_line([function.name], function.brief.rstrip(".")[:1].lower() + function.brief.rstrip(".")[1:])
    page.heading("SYNOPSIS")
    page.literal("#include <topomorph.h>\n\n" + narrow(function.prototype))
    page.literal("mpicc app.c $(pkg-config --cflags --libs topomorph)")
    page.heading("DESCRIPTION")
    for text in function.description or [function.brief]:
        page.paragraph(text)
    for name, meaning in function.parameters:
        page.item(name, meaning[:1].upper() + meaning[1:])
    page.heading("RETURN VALUE")
    page.paragraph(function.result or "MPI_SUCCESS, or an MPI error class. No error handler is called.")
    page.see_also([(name, 3) for name in names if name != function.name] + [("topomorph", 1)])
    return page


def main_page(header, names, date, source):
    first, *rest = overview(header)
    page = Page("topomorph", 3, date, source, "TopoMorph")
    page.name_line(["topomorph"], first.partition(": ")[2].rstrip("."))
    page.heading("SYNOPSIS")
    page.literal("#include <topomorph.h>")
    page.heading("DESCRIPTION")
    for text in rest:
        page.paragraph(text)
    page.see_also([(name, 3) for name in names] + [("topomorph", 1)])
    return page


def pages(header, date, source):
    found = functions(header)
    names = [each.name for each in found]
    return [main_page(header, names, date, source), *(function_page(each, names, date, source) for each in found)]
