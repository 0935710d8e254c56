"""The possible values of an option: from its type name and the table of kinds (tools/manual/describe.cpp)."""
import re


class Value:
    """`words` are values or, if they end in ':', beginnings of values; `others` are files, folders, commands or nothing."""

    def __init__(self, text, kinds):
        self.text, self.words, self.others = text, [], ""
        self.many = text.endswith(",...")
        for part in re.split(r"[| ]", text):
            self._add(re.sub(r"\[.*\]", "", part.removesuffix(",...")), kinds)

    def _add(self, part, kinds):
        kind = kinds.get(part.partition(".")[0] if part[:1].isupper() else "")
        if kind:
            self.words += kind["words"]
            self.others = self.others or kind["others"]
        elif part[:1].islower():
            head, colon, rest = part.partition(":")
            self.words.append(head + colon)
            self.others = self.others or ("files" if rest == "FILE" else "")


def first_sentence(text):
    """Returns the first sentence, for the lists of zsh and fish."""
    return re.split(r"[.:;(\n]", text)[0].strip()
