"""Reads the table of MPI functions: prototypes, flags and directives (docs/architecture.md, Interception).

A prototype may be followed by flags in brackets and by indented directives. A directive may be given more than once; expressions run in
the order of the table. A call of class p2p or completion that has no other directive but `recorded` has a fast path as well.
"""
import re
import subprocess
from dataclasses import dataclass, field

CLASSES = ("p2p", "collective", "rma", "completion", "local")
HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Errhandler", "MPI_Group", "MPI_Info", "MPI_Message", "MPI_Op", "MPI_Request",
           "MPI_Session", "MPI_Win")
UNCOUNTED = "uncounted"
DIRECTIVES = ("class", "first", "before", "after", "call", "caller", "recorded", "keep_world", "always", "fast_path", "like")
NOT_ALIKE = ("fast_path",)  # its expression names the function


class TableError(Exception):
    """Raised for a line of the table that cannot be read."""


@dataclass
class Parameter:
    declaration: str  # as in C: "const int counts[]"
    type: str         # "const int" and suffix "[]"
    name: str
    suffix: str

    def is_handle(self):
        return self.type in HANDLES and not self.suffix


@dataclass
class Function:
    returns: str
    symbol: str                 # MPI_Send
    parameters: list
    variadic: bool
    flags: set
    directives: dict = field(default_factory=dict)

    @property
    def id(self):
        """Returns the name in C++: Send, T_init_thread, X_Bcast_init."""
        return self.symbol.replace("MPIX_", "X_", 1) if self.symbol.startswith("MPIX_") else self.symbol[4:]

    def declared(self):
        declared = ", ".join(p.declaration for p in self.parameters)
        return declared + (", ..." if self.variadic else "")

    def names(self):
        return ", ".join(p.name for p in self.parameters)

    def communicators(self):
        """Returns the names of arguments that are communicators by value."""
        return [p.name for p in self.parameters if p.type == "MPI_Comm" and not p.suffix]

    def handles(self):
        """Returns the names of arguments that are handles by value."""
        return [p.name for p in self.parameters if p.is_handle()]

    def substituted(self):
        kept = self.directives.get("keep_world", [])
        return [] if "*" in kept else [name for name in self.communicators() if name not in kept]

    def fast_path(self):
        """Returns the expression that counts a call on the fast path; None if there is none."""
        given = self.directives.get("fast_path", [UNCOUNTED])[0]
        if given != UNCOUNTED:
            return given
        plain = self.directives.get("class") in (["p2p"], ["completion"]) and self.directives.keys() <= {"class", "recorded"}
        return f"monitoring::try_count_call(Function::{self.id})" if plain else None

    def has_fast_path(self):
        return "fast_path" in self.directives or self.fast_path() is not None


def parse_parameter(text):
    match = re.fullmatch(r"(.*?[\s*])(\w+)((?:\[\w*\])*)", text.strip())
    if not match:
        raise TableError(f"cannot read the parameter '{text}'")
    return Parameter(text.strip(), " ".join(match[1].split()), match[2], match[3])


def parse_prototype(line):
    match = re.fullmatch(r"(\w+)\s+(MPIX?_\w+)\((.*)\)\s*((?:\[\w+\]\s*)*)", line.strip())
    if not match:
        raise TableError(f"expected a prototype, found '{line.strip()}'")
    pieces = [p.strip() for p in match[3].split(",") if p.strip() not in ("", "void")]
    variadic = "..." in pieces
    parameters = [parse_parameter(p) for p in pieces if p != "..."]
    return Function(match[1], match[2], parameters, variadic, set(re.findall(r"\w+", match[4])))


def add_directive(function, line):
    name, _, value = line.strip().partition(":")
    if name not in DIRECTIVES:
        raise TableError(f"unknown directive '{name}', expected one of: {', '.join(DIRECTIVES)}")
    if name == "class" and value.strip() not in CLASSES:
        raise TableError(f"unknown class '{value.strip()}', expected one of: {', '.join(CLASSES)}")
    if name == "keep_world" and value.strip() not in function.communicators() + ["*"]:
        raise TableError(f"{function.symbol} has no communicator argument '{value.strip()}'")
    function.directives.setdefault(name, []).append(value.strip())


def parse_line(functions, line):
    if not line.strip() or line.lstrip().startswith("#"):
        return
    if not line[0].isspace():
        functions.append(parse_prototype(line))
    elif not functions:
        raise TableError("a directive before the first prototype")
    else:
        add_directive(functions[-1], line)


def resolve_likeness(functions):
    by_symbol = {f.symbol: f for f in functions}
    for f in functions:
        for model in f.directives.pop("like", []):
            if model not in by_symbol:
                raise TableError(f"{f.symbol} is like {model}, which is not in the table")
            f.directives.update({k: v for k, v in by_symbol[model].directives.items() if k not in NOT_ALIKE})


def parse_table(path):
    functions = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        try:
            parse_line(functions, line)
        except TableError as error:
            raise TableError(f"{path}:{number}: {error}") from error
    resolve_likeness(functions)
    return functions


def exported_names(library, nm):
    """Returns the names of the functions that a library has for others, MPI_ and PMPI_ among them."""
    listed = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines() if line.split()[1] in "TtWwiV"}


def present(functions, exported):
    """Returns the functions that a library with these exported names has."""
    return [f for f in functions if f.symbol in exported or "P" + f.symbol in exported]


def parse_names(path):
    """Returns the words of a file, without comments."""
    return [word for line in path.read_text().splitlines() for word in line.partition("#")[0].split()]


def head(purpose, comment="//"):
    return f"{comment} {purpose} Generated by plugin/table: do not edit.\n"


def write_if_changed(path, text):
    """Leaves a file alone if its content would not change, so that nothing is compiled again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)
