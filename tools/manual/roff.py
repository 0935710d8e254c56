"""Writes manual pages in the format man(7). Warnings of groff and mandoc are errors in the tests."""
import re


def escaped(text):
    """Escapes a text: no requests, and minus signs that can be copied into a shell."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "...").replace("'", "\\(aq").replace("^", "\\(ha")
    text = text.replace("~", "\\(ti").replace("`", "\\(ga")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def argument(text):
    """Returns one argument of a macro."""
    return '"' + escaped(text).replace('"', "\\(dq") + '"'


class Page:
    """A manual page, written section by section."""

    def __init__(self, name, section, date, source, manual):
        self.name, self.section = name, section
        self._lines = [f'.TH {argument(name.upper())} {section} "{date}" {argument(source)} {argument(manual)}', ".nh", ".ad l"]
        self._fresh = True

    def heading(self, title):
        self._lines.append(".SH " + argument(title))
        self._fresh = True

    def name_line(self, names, summary):
        self.heading("NAME")
        self._lines.append(f"{', '.join(escaped(name) for name in names)} \\- {escaped(summary)}")

    def paragraph(self, text):
        if not self._fresh:
            self._lines.append(".PP")
        self._add(text)

    def item(self, term, text):
        """Adds `term` in bold, with its text indented below."""
        self._lines += [".TP", ".B " + argument(term)]
        self._add(text or "\\&")

    def literal(self, text):
        """Adds command lines or code as they are."""
        if not self._fresh:
            self._lines.append(".PP")
        self._lines += [".nf", *escaped(text).splitlines(), ".fi"]
        self._fresh = False

    def see_also(self, pages):
        self.heading("SEE ALSO")
        last = len(pages) - 1
        self._lines += [f".BR {escaped(name)} ({section}){',' if at < last else ''}" for at, (name, section) in enumerate(pages)]

    def text(self):
        return "\n".join(self._lines) + "\n"

    def _add(self, text):
        """Adds filled text, with a break at each line of it."""
        self._lines += "\n.br\n".join(escaped(text).splitlines()).splitlines() if text != "\\&" else [text]
        self._fresh = False
