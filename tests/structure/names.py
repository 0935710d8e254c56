"""Finds what C++ sources declare at namespace scope: a reader of declarations, which knows braces, not the language."""
import collections
import re

import includes

Declaration = collections.namedtuple("Declaration", "space name is_type text")
ANONYMOUS = "{anonymous}"
BLANKED = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*',
                     re.DOTALL | re.MULTILINE)
NAMESPACE = re.compile(r"(?:^|\s)(?:inline\s+)?namespace\s*([\w:]*)\s*$")
TYPE = re.compile(r"(?:class|struct|union|enum(?:\s+class)?)\s+(?:alignas\([^)]*\)\s*)?([\w:]*\w)(?:\s+final)?\s*(?=$|[{]|:[^:])")
ALIAS = re.compile(r"(?:using|namespace)\s+(\w+)\s*=")
NO_NAME = re.compile(r"static_assert|using |extern |friend |template\s+class|template\s+struct")
ATTRIBUTES = re.compile(r"\[\[.*?\]\]|\b(?:alignas|decltype|noexcept|requires)\s*\((?:[^()]|\([^()]*\))*\)")


def without_comments(text):
    """Returns C++ text with comments, directives and literals blanked; lines stay where they are."""
    def blank(match):
        return ("" if match[0].lstrip()[0] in "/#" else '""') + "\n" * match[0].count("\n")
    return BLANKED.sub(blank, text)


def closing(text, opening):
    """Returns the place of the brace that closes the one at `opening`."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(text) - 1


def without_template(head):
    """Returns a declaration without the `template <…>` before it."""
    while head.startswith("template"):
        depth, end = 0, head.find("<")
        while end < len(head):
            depth += {"<": 1, ">": -1}.get(head[end], 0)
            end += 1
            if depth == 0:
                break
        head = re.sub(r"^requires\s+[\w:]+\s*(<[^<>]*>)?", "", head[end:].strip()).strip()
    return head


def name_before_arguments(head):
    """Returns the name of a function or a variable: the last word before its arguments or its value."""
    depth = 0
    for place, letter in enumerate(head):
        if letter == "<":
            depth += 1
        elif letter == ">" and depth:
            depth -= 1
        elif depth == 0 and letter in "(=[{":
            head = head[:place]
            break
    match = re.search(r"(operator\s*\S+|[\w:~]+)\s*$", head)
    return match[1] if match else None


def name_of(text):
    """Returns the name that a declaration declares, None if it declares none, and whether it defines a type."""
    head = without_template(ATTRIBUTES.sub(" ", text).strip())
    alias, kind = ALIAS.match(head), TYPE.match(head)
    if alias:
        return alias[1], False
    if kind:
        return kind[1], "{" in head
    return (None if not head or NO_NAME.match(head) else name_before_arguments(head)), False


def is_function(head):
    """Returns whether braces after `head` are a function's body: there are arguments, and no value before them."""
    head = without_template(ATTRIBUTES.sub(" ", head).strip())
    return not TYPE.match(head) and "(" in head and "=" not in head.split("(")[0]


def declarations(path):
    """Yields what a file declares in its namespaces, the anonymous one among them."""
    return declared_in(includes.read(path))


def declared_in(text):
    """Yields what C++ text declares."""
    text = without_comments(text)
    spaces, start = [], 0
    place = re.compile(r"[{};]")
    match = place.search(text)
    while match:
        head, end = text[start:match.start()], match.end()
        if match[0] == "{" and (space := NAMESPACE.search(head)):
            spaces.append(space[1] or ANONYMOUS)
        elif match[0] == "{" and re.search(r'extern\s+""\s*$', head):
            spaces.append("")
        elif match[0] == "{":
            end = closing(text, match.start()) + 1
            if not is_function(head) or re.match(r"\s*[,{;]", text[end:]):  # a value or a base follows
                match = place.search(text, end)
                continue
        elif match[0] == "}" and spaces:
            spaces.pop()
        declared = text[start:end].rstrip(";")
        if match[0] == ";" or (match[0] == "{" and end > match.end()):
            name, is_type = name_of(declared)
            if name:
                yield Declaration(tuple(space for space in spaces if space), name, is_type, " ".join(declared.split()))
        start, match = end, place.search(text, end)
