"""What an option's value may be, for the shells: from its type name and the table of kinds (tools/manual/values.h)."""
import re


class Value:
    """`words` it may be or begin with (those that end in ':' go on), and `others`: files, folders, commands or nothing."""

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
    """For the lists that zsh and fish show."""
    return re.split(r"[.:;(\n]", text)[0].strip()
