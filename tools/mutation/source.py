"""Reads C++ as tools/mutate needs it: tokens, brackets, statements. Takes clang-format's spaces for granted."""
import bisect
import collections
import functools
import re

Token = collections.namedtuple("Token", "kind text start end")  # kind: name, number, text, angle (of a template), sign

_HIDDEN = re.compile(r"""//[^\n]* | /\*.*?\*/ | (?<!\w)R"(?P<mark>[^()\\\s]*)\(.*?\)(?P=mark)" | "(?:\\.|[^"\\\n])*"
                         | (?<!\w)'(?:\\.|[^'\\\n])+'""", re.DOTALL | re.VERBOSE)  # 1'000 is no character
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_TOKEN = re.compile(r"""(?P<name>operator\s*(?:\(\)|\[\]|[-+*/%^&|~!=<>]+)|[A-Za-z_]\w*)
                        | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
                        | (?P<text>"[_\n]*"|'_*')
                        | (?P<sign>::|->|\+\+|--|<<=|>>=|<=>|<=|>=|==|!=|&&|\|\||<<|>>|[-+*/%&|^]=|\.\.\.|[^\w\s])""", re.VERBOSE)
_CLOSING = {")": "(", "]": "[", "}": "{", ">": "<"}
_CONTROLS = {"if", "for", "while", "switch", "constexpr", "catch"}  # words in front of a parenthesis that no call is
_UNEVALUATED = {"static_assert", "assert", "noexcept", "alignas", "decltype", "sizeof", "requires"}
_BLOCKS = {"block", "function", "lambda"}


def hide(text):
    """Returns the text with the same length and lines, without comments, directives and the insides of literals."""
    def blank(match):
        piece = match.group()
        if piece.startswith("/"):
            return re.sub(r"[^\n]", " ", piece)
        quote = piece[-1]
        return quote + re.sub(r"[^\n]", "_", piece[1:-1]) + quote
    return _DIRECTIVE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), _HIDDEN.sub(blank, text))


def _is_spaced(code, start, end):
    return code[start - 1:start].isspace() and (end == len(code) or code[end].isspace())


def tokens_of(code):
    """Returns the tokens of hidden text. A < or > without spaces on both sides is a template's."""
    tokens = []
    for match in _TOKEN.finditer(code):
        kind, word, start = match.lastgroup, match.group(), match.start()
        if word in ("<", ">", ">>") and not _is_spaced(code, start, match.end()):
            tokens += [Token("angle", word[0], start + i, start + i + 1) for i in range(len(word))]
        else:
            tokens.append(Token(kind, word, start, match.end()))
    return tokens


class Source:
    """A file: its tokens, for each bracket its partner, for each token the bracket around it (-1: none)."""

    def __init__(self, text):
        self.text = text
        self.code = hide(text)
        self.tokens = tokens_of(self.code)
        self.partner, self.holder = {}, []
        self._match_brackets()
        self.kinds = {}  # of each "{": namespace, class, enum, function, block, lambda, init
        for i, token in enumerate(self.tokens):
            if token.text == "{":
                self.kinds[i] = self._kind_of_brace(i)

    def _match_brackets(self):
        stack = []
        for i, token in enumerate(self.tokens):
            opening = _CLOSING.get(token.text) if token.text != ">" or token.kind == "angle" else None
            if opening:
                while stack and opening != "<" and self.word(stack[-1]) == "<":
                    stack.pop()
                if stack and self.word(stack[-1]) == opening:
                    self.partner[i] = stack.pop()
                    self.partner[self.partner[i]] = i
            self.holder.append(stack[-1] if stack else -1)
            if token.text in ("(", "[", "{") or token == ("angle", "<", token.start, token.end):
                stack.append(i)

    def word(self, i):
        """Returns the text of a token, empty if there is none."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def kind(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ""

    def piece(self, first, last):
        """Returns the text of the file from one token to another."""
        return self.text[self.tokens[first].start:self.tokens[last].end]

    def before(self, i):
        """Returns the index in front of a token, or in front of the bracket that it closes."""
        return (self.partner[i] if i in self.partner and self.partner[i] < i else i) - 1

    def after(self, i):
        """Returns the index behind a token, or behind the bracket that it opens."""
        return (self.partner[i] if i in self.partner and self.partner[i] > i else i) + 1

    def siblings(self, first, end):
        """Yields the indices from first to before end, and of groups in brackets the opening one alone."""
        while first < end:
            yield first
            first = self.after(first)

    def is_spaced(self, i):
        return _is_spaced(self.code, self.tokens[i].start, self.tokens[i].end)

    def line_of(self, i):
        """Returns the number of the line, from 1, where a token begins."""
        return bisect.bisect_right(self.line_starts, self.tokens[i].start)

    @functools.cached_property
    def line_starts(self):
        return [0] + [match.end() for match in re.finditer("\n", self.text)]

    # ------------------------------------------------------------------------------------------------------- braces

    def _first_of(self, i):
        """Returns the first token of the declaration or statement that ends in front of a token."""
        j = i - 1
        while j > self.holder[i]:
            ends_block = self.word(j) == "}" and self.kinds.get(self.partner.get(j), "init") not in ("init", "lambda")
            if self.word(j) == ";" or ends_block:
                break
            j = self.before(j)
        j += 1
        while self.word(j) in ("public", "private", "protected") and self.word(j + 1) == ":":
            j += 2
        return j

    def _skip_back_specifiers(self, i):
        """Returns the index of the parenthesis or bracket in front of const, noexcept and "-> Type", else of the token."""
        j = i
        while self.kind(j) in ("name", "angle") or self.word(j) in ("::", "*", "&"):
            j = self.before(j)
        if self.word(j) == "->":
            return self._skip_back_specifiers(j - 1)
        while self.word(i) in ("const", "noexcept", "override", "final", "mutable", "try", "&"):
            i -= 1
        if self.word(i) == ")" and self.word(self.before(i)) == "noexcept":
            return self._skip_back_specifiers(self.before(i) - 1)
        return i

    def is_index(self, i):
        """Returns whether a "[" is the index of what stands in front of it."""
        glued = i > 0 and self.tokens[i - 1].end == self.tokens[i].start
        return glued and (self.kind(i - 1) == "name" or self.word(i - 1) in (")", "]"))

    def _is_lambda(self, i):
        """Returns whether the token ends the head of a lambda."""
        if self.word(i) == ")":
            i = self.before(i)
            if self.word(i) == ">" and self.kind(i) == "angle":
                i = self.before(i)
        return self.word(i) == "]" and i in self.partner and not self.is_index(self.partner[i])

    def _kind_of_brace(self, i):
        end = self._skip_back_specifiers(i - 1)
        holder = self.holder[i]
        around = "namespace" if holder < 0 else self.kinds.get(holder, "init")
        if self._is_lambda(end):
            return "lambda"
        if around == "init" or self.word(i - 1) in ("=", ",", "return", "?"):
            return "init"
        head = list(self.siblings(self._first_of(i), i))
        words = [self.word(j) for j in head]
        if "namespace" in words or (words[:1] == ["extern"] and len(words) == 2):
            return "namespace"
        if "enum" in words:
            return "enum"
        if {"class", "struct", "union"} & set(words) and ("(" not in words or "alignas" in words):
            return "class"
        if around in _BLOCKS:
            ends = self.word(end) in (")", ";", "{", "}", ":", "else", "do", "try")
            return "block" if ends or end == holder else "init"
        return "function" if self.word(end) in (")", "}") else "init"

    def returns_nothing(self, i):
        """Returns whether a brace of a function opens one whose result is void."""
        words = [self.word(j) for j in self.siblings(self._first_of(i), i) if self.kind(j) != "angle"]
        while words and words[0] in ("template", "static", "inline", "constexpr", "virtual", "friend", "extern"):
            words.pop(0)
        return words[:1] == ["void"] and words[1:2] != ["*"]

    # --------------------------------------------------------------------------------------------------- statements

    def is_start(self, i):
        """Returns whether a token begins a statement of a function."""
        holder, last = self.holder[i], i - 1
        if self.kinds.get(holder) not in _BLOCKS or self.word(i) in ("{", "}", "else", ";"):
            return False
        word = self.word(last)
        if last == holder or (word == ";" and self.holder[last] == holder):
            return True
        if word in ("else", "do") or self.is_head(last):
            return True
        if word == ":":
            label = [self.word(j) for j in self.siblings(self._first_of(last), last)]
            return label[:1] in (["case"], ["default"]) and "?" not in label
        return word == "}" and self.kinds.get(self.partner.get(last)) == "block"

    def is_head(self, i):
        """Returns whether a parenthesis closes the head of an if, a loop or a switch."""
        return self.word(i) == ")" and self.word(self.before(i)) in _CONTROLS

    def end_of(self, i):
        """Returns the index of the semicolon of a simple statement, or None."""
        for j in self.siblings(i, len(self.tokens)):
            if self.word(j) == ";":
                return j
            if self.word(j) == "}" or self.kinds.get(j) in ("block", "function", "class", "enum"):
                return None
        return None

    @functools.cached_property
    def excluded(self):
        """The tokens of templates, aliases, enumerations, attributes and of what is not evaluated at run time."""
        found = set()
        for i, token in enumerate(self.tokens):
            opens = token.kind == "angle" or self.kinds.get(i) == "enum" or (token.text == "[" == self.word(i + 1))
            if token.text in _UNEVALUATED and self.word(i + 1) == "(":
                i, opens = i + 1, True
            if opens and i in self.partner:
                found.update(range(i, self.partner[i] + 1))
            if token.text in ("using", "typedef", "friend") or (token.text == "template" and self.word(i + 1) != "<"):
                found.update(range(i, next((j for j in self.siblings(i, len(self.tokens)) if self.word(j) in (";", "{")), i)))
        return found
