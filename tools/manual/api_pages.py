"""Writes manual pages of the functions from the comments of the public header."""
import re

from roff import Page

RETURNS = r"(?:int|const char\*)"
FUNCTION = re.compile(rf"/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*(?P<prototype>{RETURNS} (?P<name>tm_\w+)\([^)]*\);)", re.S)


def plain(text):
    """Returns the text without Doxygen's commands."""
    return re.sub(r"\\p ", "", text)


def paragraphs(comment):
    """Returns the comment without its frame: one line for each paragraph, \\param and \\return; code between \\code and \\endcode
    stays as it is."""
    text = "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in comment.splitlines())
    found = []
    for at, part in enumerate(re.split(r"\\code\n(.*?)\\endcode", text, flags=re.S)):
        if at % 2 == 1:
            found.append("\\code " + part.rstrip())
            continue
        pieces = re.split(r"\n\s*\n|(?=\\param|\\return|\\brief)", part.strip())
        found += [" ".join(piece.split()) for piece in pieces if piece.strip()]
    return found


def add(page, text):
    """Adds a paragraph, or code as it is."""
    if text.startswith("\\code "):
        page.literal(text[len("\\code "):])
    else:
        page.paragraph(plain(text))


class Function:
    """A function of the header, with its comment."""

    def __init__(self, match):
        self.name, self.prototype = match["name"], match["prototype"]
        self.brief, self.description, self.parameters, self.result, self.example = "", [], [], "", []
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
        elif mark == "\\code" or self.result:  # what comes after \\return leads to the example
            self.example.append(part)
        else:
            self.description.append(plain(part))


def narrow(prototype):
    """Breaks a long prototype into one parameter a line."""
    line = " ".join(prototype.split())
    head, _, parameters = line.partition("(")
    return line if len(line) <= 72 else head + "(" + parameters.replace(", ", ",\n" + " " * (len(head) + 1))


def functions(header):
    found = [Function(match) for match in FUNCTION.finditer(header)]
    declared = re.findall(rf"^{RETURNS} (tm_\w+)\(", header, re.M)
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
    if function.example:
        page.heading("EXAMPLE")
        for text in function.example:
            add(page, text)
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
        add(page, text)
    page.see_also([(name, 3) for name in names] + [("topomorph", 1)])
    return page


def pages(header, date, source):
    found = functions(header)
    names = [each.name for each in found]
    return [main_page(header, names, date, source), *(function_page(each, names, date, source) for each in found)]
