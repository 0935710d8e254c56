"""The faults that tools/mutate puts into C++: what a programmer mistypes or forgets, one edit each."""
import collections

Fault = collections.namedtuple("Fault", "kind at start end text")  # at: the token whose line has the fault; the rest: the edit

KINDS = ("comparison", "off by one", "missing term", "swapped argument", "removed statement", "constant", "early return")
_OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# How much binary operators bind; less binds more.
_LEVEL = {"*": 5, "/": 5, "%": 5, "+": 6, "-": 6, "<<": 7, ">>": 7, "<=>": 8, "<": 9, "<=": 9, ">": 9, ">=": 9, "==": 10,
          "!=": 10, "&": 11, "^": 12, "|": 13, "&&": 14, "||": 15, "?": 16, ":": 16, ",": 17, ";": 17}
_ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
_EITHER_SIDE = {"+", "*", "&&", "||"}  # the term on their left can be missing as well
_SYMMETRIC = {"min", "max", "swap", "gcd", "lcm", "hypot", "memory_order"}  # calls without an order of their arguments
_TYPES = {"int", "char", "bool", "void", "float", "double", "long", "short", "unsigned", "signed", "auto"}
_WORDS = {"return", "throw", "case", "else", "do", "delete", "new", "goto", "typename"}  # in front of expressions
_NO_STATEMENT = _TYPES | {
    "return", "if", "for", "while", "do", "switch", "case", "default", "else", "try", "catch", "goto", "using", "typedef",
    "static", "const", "constexpr", "struct", "class", "enum", "union", "extern", "thread_local", "typename", "namespace",
    "static_assert", "assert", "template", "public", "private", "protected"}
_LARGE = 1000  # of larger numbers one more or less seldom matters
_LEAVES = {"return", "continue", "break", "throw"}
_TIME_ONLY = {"reserve", "shrink_to_fit", "ignore"}  # a statement that calls or names these changes no result


# ------------------------------------------------------------------------------------------------------------ operands

def _is_binary(source, i):
    word = source.word(i)
    return word in _ASSIGN or (word in _LEVEL and source.kind(i) == "sign" and (word in "?:,;" or source.is_spaced(i)))


def _level(source, i):
    return 16 if source.word(i) in _ASSIGN else _LEVEL[source.word(i)]


def _last_of_operand(source, i):
    """Returns the last token of the operand on the right of a binary operator."""
    level, last = _level(source, i), i
    for j in source.siblings(i + 1, len(source.tokens)):
        closes = j in source.partner and source.partner[j] < j
        opens_block = source.kinds.get(j, "init") not in ("init", "lambda")
        if closes or opens_block or (_is_binary(source, j) and _level(source, j) >= level):
            break
        last = source.after(j) - 1
    return last


def _first_of_operand(source, i):
    """Returns the first token of the operand on the left of a binary operator, None if another term is in front of it."""
    level, first = _level(source, i), i
    while first - 1 > source.holder[i]:
        j = first - 1
        if source.word(j) == "}" and source.kinds.get(source.partner.get(j)) in ("block", "function", "class", "namespace"):
            break
        if source.kind(j) == "name" and source.word(j) in _WORDS:
            break
        if _is_binary(source, j) and _level(source, j) > level:
            break
        if _is_binary(source, j) and _level(source, j) == level:
            return None
        first = source.before(j) + 1
    return first if first < i else None


def _is_text(source, first, last):
    return first == last and source.kind(first) == "text"


def _has_only_operand(source, first, last):
    """Returns whether there is no binary operator between two tokens, outside of brackets."""
    return not any(_is_binary(source, j) for j in source.siblings(first, last + 1))


# ---------------------------------------------------------------------------------------------------- inside expressions

def _comparisons(source, i):
    word = source.word(i)
    if word in _OTHER and source.kind(i) == "sign" and source.is_spaced(i):
        yield Fault("comparison", i, source.tokens[i].start, source.tokens[i].end, _OTHER[word])


def _conditions(source, i):
    """An if whose condition is turned round. Leaves out those with a declaration, and a mere == or !=."""
    if source.word(i) != "if" or source.word(i + 1) != "(" or i + 1 not in source.partner:
        return
    first, last = i + 2, source.partner[i + 1] - 1
    inside = list(source.siblings(first, last + 1))
    words = [source.word(j) for j in inside]
    binary = [word for j, word in zip(inside, words) if _is_binary(source, j)]
    if ";" in words or "=" in words or binary in (["=="], ["!="]) or not inside:
        return
    start, end = source.tokens[first].start, source.tokens[last].end
    if not binary and words[0] == "!":
        yield Fault("comparison", i, start, source.tokens[first].end, "")
    else:
        whole = source.text[start:end]
        yield Fault("comparison", i, start, end, f"!({whole})" if binary else f"!{whole}")


def _off_by_one(source, i):
    """One more or less: "+ 1", "- 1", the bound of a loop, an index."""
    token = source.tokens[i]
    if token.text in ("+", "-") and source.is_spaced(i) and source.word(i + 1) == "1" and _last_of_operand(source, i) == i + 1:
        yield Fault("off by one", i, source.tokens[i - 1].end, source.tokens[i + 1].end, "")
        yield Fault("off by one", i, source.tokens[i + 1].start, source.tokens[i + 1].end, "2")
    if token.text == "<" and source.is_spaced(i) and _is_in_loop_head(source, i):
        yield Fault("off by one", i, token.start, token.end, "+ 1 <")
    if token.text == "[" and source.is_index(i) and i in source.partner and not _is_array(source, i):
        first, last = i + 1, source.partner[i] - 1
        has_number = source.kind(last) == "number"
        if last >= first and not has_number and _is_plain(source, first, last) and _has_only_operand(source, first, last):
            yield Fault("off by one", i, source.tokens[last].end, source.tokens[last].end, " + 1")


def _is_in_loop_head(source, i):
    holder = source.holder[i]
    return source.word(holder) == "(" and source.word(holder - 1) == "for"


def _is_array(source, i):
    """Returns whether an index is the length in a declaration of an array, as in "char buffer[64]"."""
    before = source.word(i - 2)
    return source.kind(i - 1) == "name" and (before in ("*", ">", "&") and not source.is_spaced(i - 2)
                                             or source.kind(i - 2) == "name" and before not in _WORDS)


def _missing_terms(source, i):
    word = source.word(i)
    if word == "!" and source.word(i + 1) != "=" and source.word(i - 2) + source.word(i - 1) != "if(":
        yield Fault("missing term", i, source.tokens[i].start, source.tokens[i].end, "")
    if word not in ("+", "-", "*", "/", "%", "&&", "||") or not source.is_spaced(i):
        return
    last, first = _last_of_operand(source, i), _first_of_operand(source, i)
    texts = _is_text(source, i + 1, last) or _is_text(source, i - 1, i - 1)
    if not texts and last > i and (word not in "+-" or source.word(i + 1) != "1" or last > i + 1):
        yield Fault("missing term", i, source.tokens[i - 1].end, source.tokens[last].end, "")
    if not texts and first is not None and word in _EITHER_SIDE:
        yield Fault("missing term", i, source.tokens[first].start, source.tokens[i + 1].start, "")


def _constants(source, i):
    token = source.tokens[i]
    if _is_empty_member(source, i):
        return
    if token.kind == "name" and token.text in ("true", "false"):
        yield Fault("constant", i, token.start, token.end, "false" if token.text == "true" else "true")
    if token.kind != "number" or (source.word(i - 1) in ("+", "-") and token.text == "1"):
        return
    if source.word(i - 1) == "[" and _is_array(source, i - 1):
        return
    for text in _other_numbers(token.text, divides=source.word(i - 1) in ("/", "%", "/=", "%=")):
        yield Fault("constant", i, token.start, token.end, text)


def _is_empty_member(source, i):
    """Returns whether a token is the "= 0" or "= false" of a member, or of a pure function.

    Such a member is empty as long as nobody sets it. Nearly all are set before they are read: a fault changes nothing.
    """
    in_class = source.kinds.get(source.holder[i]) == "class"
    ends = source.word(i + 1) in (";", ",")
    return in_class and ends and source.word(i - 1) == "=" and source.word(i) in ("0", "0.0", "false")


def _other_numbers(text, divides):
    """Returns a literal plus one, or with a digit less if it is large, and zero."""
    digits = text.replace("'", "")
    number = digits.rstrip("uUlLzZ") if digits[:2].lower() in ("0x", "0b") else digits.rstrip("uUlLzZfF")
    suffix = digits[len(number):]
    try:
        if number[:2].lower() in ("0x", "0b"):
            value = int(number, 0)
            more = f"{value + 1:#x}" if number[1] in "xX" else f"{value + 1:#b}"
        elif number.isdigit() and number[0] == "0" and len(number) > 1:  # octal
            value = int(number, 8)
            more = f"0{value + 1:o}"
        elif number.isdigit():
            value = int(number)
            more = str(value + 1 if value < _LARGE else value // 10)
        else:
            value = float(number)
            more = repr(value + 1 if value < _LARGE else value / 10)
    except ValueError:  # a literal of another form
        return []
    zero = [("0.0" if isinstance(value, float) else "0") + suffix] if value != 0 and not divides else []
    return [more + suffix] + zero


def _swapped_arguments(source, i):
    """Neighbours in the parentheses of a call or the braces of a value, and the two values of a condition."""
    if i in source.partner and source.partner[i] > i and _has_arguments(source, i):
        arguments = _arguments(source, i)
        for (first, last), (other_first, other_last) in zip(arguments, arguments[1:]):
            pair = source.piece(first, last), source.piece(other_first, other_last)
            plain = _is_plain(source, first, last) and _is_plain(source, other_first, other_last)
            if plain and pair[0] != pair[1] and _form(pair[0]) == _form(pair[1]) and not pair[0].endswith("begin()"):
                between = source.text[source.tokens[last].end:source.tokens[other_first].start]
                edit = source.tokens[first].start, source.tokens[other_last].end
                yield Fault("swapped argument", i, *edit, pair[1] + between + pair[0])
    if source.word(i) == "?":
        yield from _swapped_values(source, i)


def _has_arguments(source, i):
    if source.kinds.get(i) == "init":
        return True
    callee = source.before(i - 1) if source.kind(i - 1) == "angle" else i - 1
    if source.word(i) != "(" or source.kind(callee) != "name" or source.is_head(source.partner[i]):
        return False
    return source.word(callee) not in _SYMMETRIC | _WORDS


def _arguments(source, i):
    """Returns the first and the last token of each argument behind an opening bracket."""
    found, first = [], i + 1
    for j in [*source.siblings(i + 1, source.partner[i]), source.partner[i]]:
        if source.word(j) == "," or j == source.partner[i]:
            if j > first:
                found.append((first, j - 1))
            first = j + 1
    return found


def _is_plain(source, first, last):
    """Returns whether tokens are an expression without lambda, braces, texts or an assignment, and no parameter."""
    if first == last and source.word(first) in _TYPES:
        return False
    for j in range(first, last + 1):
        word, kind = source.word(j), source.kind(j)
        names = j < last and kind == source.kind(j + 1) == "name" and word not in _WORDS
        glued = j > first and source.tokens[j - 1].end == source.tokens[j].start and source.kind(j - 1) != "sign"
        declares = glued and word in ("*", "&", "&&")
        if kind == "text" or word in ("{", "=", "...", ";") or names or declares or (word == "[" and not source.is_index(j)):
            return False
    return True


def _form(argument):
    """Returns whether an argument is an address, an end, moved. Where that differs, swapped ones hardly compile."""
    is_end = argument.endswith(("begin()", "end()"))
    return argument.startswith("&"), argument.endswith(".data()"), is_end, argument.startswith("std::move(")


def _swapped_values(source, i):
    ends = (":", "?", ";", ")", "}", "]")
    colon = next((j for j in source.siblings(i + 1, len(source.tokens)) if source.word(j) in ends), i)
    if source.word(colon) != ":" or colon == i + 1:
        return
    last = _last_of_operand(source, colon)
    if source.word(last + 1) == "?":
        return
    texts = _is_text(source, i + 1, colon - 1) or _is_text(source, colon + 1, last)
    if last > colon and not texts:
        one, other = source.piece(i + 1, colon - 1), source.piece(colon + 1, last)
        between = source.text[source.tokens[colon - 1].end:source.tokens[colon + 1].start]
        yield Fault("swapped argument", i, source.tokens[i + 1].start, source.tokens[last].end, other + between + one)


# ------------------------------------------------------------------------------------------------------ whole statements

def _removed_statements(source, i):
    end = source.end_of(i) if source.is_start(i) else None
    if end is None or source.word(i) in _NO_STATEMENT or source.word(i) == "[" or _is_declaration(source, i, end):
        return
    if source.is_head(i - 1) or source.word(i - 1) in ("else", "do"):
        yield Fault("removed statement", i, source.tokens[i].start, source.tokens[end].end, "{}")
    else:
        yield Fault("removed statement", i, source.tokens[i].start, source.tokens[end].end, "")


def _is_declaration(source, i, end):
    """Returns whether a statement begins with a type and a name."""
    j = i
    while j < end and (source.kind(j) == "angle" or source.word(j) == "::" or _is_type(source, j)):
        following = source.after(j)
        declarator = following
        while source.word(declarator) in ("*", "&", "&&") and not source.is_spaced(declarator):
            declarator += 1
        if source.word(j) != "::" and source.word(declarator - 1) != "::" and _is_type(source, declarator):
            return True
        j = following
    return False


def _is_type(source, i):
    return source.kind(i) == "name" and source.word(i) not in _WORDS


def _early_returns(source, i):
    """A void function that returns at once, and an early exit that is not there."""
    if source.kinds.get(i) == "function" and source.returns_nothing(i) and source.partner.get(i, i + 1) > i + 1:
        end = source.tokens[i].end
        yield Fault("early return", i, end, end, " return;")
    if source.word(i) == "if" and source.is_start(i) and source.word(i + 1) == "(" and i + 1 in source.partner:
        body = source.partner[i + 1] + 1
        end = source.end_of(body) if source.word(body) in _LEAVES else _end_of_short_block(source, body)
        if end is not None and source.word(end + 1) != "else":
            needs_body = source.word(i - 1) == "else" or source.is_head(i - 1)
            yield Fault("early return", i, source.tokens[i].start, source.tokens[end].end, "{}" if needs_body else "")


def _end_of_short_block(source, i):
    """Returns the end of a block that is nothing but an exit, else None."""
    if source.word(i) != "{" or source.word(i + 1) not in _LEAVES:
        return None
    end = source.end_of(i + 1)
    return end + 1 if end is not None and source.partner.get(i) == end + 1 else None


_OPERATORS = (_comparisons, _conditions, _off_by_one, _missing_terms, _swapped_arguments, _removed_statements, _constants,
              _early_returns)


def _changes_time_only(source, i, end):
    words = {source.word(j) for j in range(i, end + 1)}
    return bool(words & _TIME_ONLY) or (source.word(i), source.word(i + 1), source.word(i + 2)) == ("(", "void", ")")


def faults_of(source):
    """Returns all faults of a file, by the number of their line."""
    skipped = set(source.excluded)
    for i in range(len(source.tokens)):
        if source.is_start(i):
            end = source.end_of(i)
            if end is not None and _changes_time_only(source, i, end):
                skipped.update(range(i, end + 1))
    found = collections.defaultdict(list)
    for i in range(len(source.tokens)):
        for operator in _OPERATORS if i not in skipped else ():
            for fault in operator(source, i):
                found[source.line_of(fault.at)].append(fault)
    return found
