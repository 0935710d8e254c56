#!/usr/bin/env python3
"""Generates the wrappers of all MPI functions, and calls past them, from the one table of prototypes.

usage: generate.py --table FILE --out DIR [--library LIBMPI --readelf READELF] [--preprocess COMMAND...] [--files N]

Writes into DIR/plugin/runtime: functions.h (numbers of the functions), functions.cpp (their names), real_mpi.h (calls of the next
library that are neither counted nor substituted), library.h (soname of the installed library), absent_types.h; into DIR/plugin/
interception: wrappers_0.cpp ... (the exported functions). Leaves a file alone if its content would not change, so that nothing is
compiled again.

Wraps every function of the table, whether or not the installed library has it: a program may run with a newer library. Types that
the installed mpi.h lacks are declared in absent_types.h, as wide as they are where they exist.

A prototype may be followed by flags in brackets and by indented directives, which docs/architecture.md lists (Interception). A directive may
be given more than once; expressions run in the order of the table. A call of class p2p or completion that has no other directive but
`recorded` has a fast path as well.
"""
import argparse
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

CLASSES = ("p2p", "collective", "rma", "completion", "local")
HANDLES = ("MPI_Comm", "MPI_Datatype", "MPI_Errhandler", "MPI_Group", "MPI_Info", "MPI_Message", "MPI_Op", "MPI_Request",
           "MPI_Session", "MPI_Win")
UNCOUNTED = "uncounted"
DIRECTIVES = ("class", "first", "before", "after", "call", "recorded", "keep_world", "always", "fast_path", "like")
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
    """Returns the names of the functions that the installed library has, MPI_ and PMPI_."""
    listed = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines() if line.split()[1] in "TtWwiV"}


def plain_type(parameter):
    return re.sub(r"\bconst\b|\*", " ", parameter.type).strip()


def words_of_mpi_h(preprocess):
    """Returns every name that mpi.h declares or defines."""
    done = subprocess.run(preprocess, input="#include <mpi.h>\n", check=True, capture_output=True, text=True)
    return set(re.findall(r"\w+", done.stdout))


def absent_types(functions, words):
    """Returns the names of types in the table that mpi.h lacks."""
    used = {plain_type(p) for f in functions for p in f.parameters}
    return sorted(name for name in used if name.startswith("MPI") and name not in words)


def stand_in(name):
    """Returns a type for one that mpi.h lacks: callbacks pass by their address, handles as other handles, enumerations as int."""
    if name.endswith(("_function", "_function_c")):
        return "void()"
    if name in HANDLES or name == "MPIO_Request":
        return "MPI_Request"
    return "void*" if name.startswith("MPI_T_event_") else "int"


def soname(library, readelf):
    dynamic = subprocess.run([readelf, "-d", library], check=True, capture_output=True, text=True).stdout
    found = re.search(r"\(SONAME\).*\[(.*)\]", dynamic)
    return found[1] if found else pathlib.Path(library).name


def present(functions, exported):
    return [f for f in functions if f.symbol in exported or "P" + f.symbol in exported]


def head(purpose):
    return f"// {purpose} Generated by plugin/runtime/generate.py: do not edit.\n"


def functions_header(functions):
    """Returns the header with the numbers of the functions and their classes."""
    ids = ",\n  ".join(f.id for f in functions)
    return (head("The numbers of the wrapped MPI functions.") + "#pragma once\n\n#include <cstddef>\n#include <cstdint>\n\n"
            "namespace topomorph::runtime {\n\n"
            f"enum class Function : std::uint16_t {{\n  {ids}\n}};\n\n"
            f"inline constexpr std::size_t kFunctionCount = {len(functions)};\n\n"
            "enum class CallClass : std::uint8_t { P2p, Collective, Rma, Completion, Local };\n\n"
            "/// \"MPI_Send\": as the application calls it.\n"
            "const char* function_name(Function function);\n\n"
            "}  // namespace topomorph::runtime\n")


def functions_source(functions):
    names = "\n    ".join(f'"{f.symbol}",' for f in functions)
    return (head("The names of the wrapped MPI functions.") + '#include "plugin/runtime/functions.h"\n\n'
            "namespace topomorph::runtime {\nnamespace {\n\n"
            f"constexpr const char* kNames[] = {{\n    {names}\n}};\n\n"
            "}  // namespace\n\n"
            "const char* function_name(Function function) { return kNames[static_cast<std::size_t>(function)]; }\n\n"
            "}  // namespace topomorph::runtime\n")


def absent_types_header(names):
    declared = "".join(f"using {name} = {stand_in(name)};\n" for name in names)
    return (head("Types of newer MPI libraries that the installed mpi.h lacks.") + "#pragma once\n\n#include <mpi.h>\n\n"
            "namespace topomorph {\n\n" + declared + "\n}  // namespace topomorph\n")


def real_function(f):
    return (f"using {f.id}_t = {f.returns} (*)({f.declared()});\n"
            f"inline {f.returns} {f.id}({', '.join(p.declaration for p in f.parameters)}) {{\n"
            f"  return runtime::next_pmpi<{f.id}_t>(runtime::Function::{f.id})({f.names()});\n}}\n")


def real_header(functions):
    return (head("Calls of the next MPI library: not counted, MPI_COMM_WORLD not replaced.") + "#pragma once\n\n#include <mpi.h>\n\n"
            '#include "plugin/runtime/absent_types.h"\n#include "plugin/runtime/functions.h"\n#include "plugin/runtime/resolve.h"\n\n'
            "namespace topomorph::real {\n\n" + "\n".join(real_function(f) for f in functions) +
            "\n}  // namespace topomorph::real\n")


def call_expression(f):
    custom = f.directives.get("call")
    if custom:
        return f"{custom[0]}({', '.join(['next'] + [p.name for p in f.parameters])})"
    return f"next({f.names()}{', extra[0], extra[1], extra[2]' if f.variadic else ''})"


def monitored_lines(f, call):
    """Returns the call with the statistics and the hooks around it."""
    klass = f.directives["class"][0].capitalize()
    lines = [f"  const monitoring::Call call(Function::{f.id}, CallClass::{klass});"]
    if "recorded" in f.directives:
        recorded = f"{f.directives['recorded'][0]}({', '.join(['next'] + [p.name for p in f.parameters])})"
        call = f"monitoring::recording::is_on() ? {recorded} : {call}"
    lines += [f"  monitoring::noexcept_hook([&] {{ {expression}; }});" for expression in f.directives.get("before", [])]
    after = f.directives.get("after", [])
    if not after:
        return lines + [f"  return {call};"]
    lines += [f"  const int result = {call};", "  if (result == MPI_SUCCESS) {"]
    lines += [f"    monitoring::noexcept_hook([&] {{ {expression}; }});" for expression in after]
    return lines + ["  }", "  return result;"]


def body_lines(f):
    """Returns the steps of a wrapper in order (docs/architecture.md)."""
    call = call_expression(f)
    lines = []
    plain = f"next({f.names()}{', extra[0], extra[1], extra[2]' if f.variadic else ''})"
    lines.append(f"  if ({'runtime::in_mpi()' if 'always' in f.directives else '!runtime::is_application_call()'}) return {plain};")
    if f.has_fast_path():
        lines.append(f"  learn_target_of<Entry>(Function::{f.id}, next);")
    lines.append("  const runtime::ReentrancyGuard guard;")
    lines += [f"  {name} = runtime::substitute({name});" for name in f.substituted()]
    lines += [f"  {statement};" for statement in f.directives.get("first", [])]
    if "class" not in f.directives:
        return lines + [f"  return {call};"]
    lines.append(f"  if (!monitoring::enabled()) return {call};")
    return lines + monitored_lines(f, call)


def wrapped_body(f):
    """Returns the slow path, which is right in every state."""
    declared = [p.declaration for p in f.parameters] + (["void* const extra[]"] if f.variadic else [])
    attribute = "[[gnu::noinline]]" if f.has_fast_path() else "inline"  # inlined, its frame would be the fast path's too
    return (f"template <class Entry>\n{attribute} {f.returns} wrap_{f.id}({', '.join(declared)}) {{\n"
            f"  const auto next = Entry::template next<real::{f.id}_t>(Function::{f.id});\n" + "\n".join(body_lines(f)) + "\n}\n")


def fast_path_lines(f, entry):
    """Returns the fast path, if the function has one."""
    if not f.has_fast_path():
        return []
    lines = [f"  if (const auto next = fast_path_target<{entry}, real::{f.id}_t>(Function::{f.id})) [[likely]] {{"]
    if f.substituted():
        lines.append(f"    if (runtime::may_be_in_mpi()) return wrap_{f.id}<{entry}>({f.names()});")
    lines += [f"    {name} = runtime::substitute({name});" for name in f.substituted()]
    # A function without a communicator asks only while calls are counted; mode run saves a load.
    outside = "" if f.substituted() else "!runtime::may_be_in_mpi() && "
    condition = f"if (!monitoring::enabled() || ({outside}{f.fast_path()})) " if f.fast_path() else ""
    return lines + [f"    {condition}return next({f.names()});", "  }"]


def word_parameters(f):
    return ", ".join([f"WordHandle<{p.type}> word_{p.name}" if p.is_handle() else p.declaration for p in f.parameters] +
                     (["..."] if f.variadic else []))


def word_names(f):
    return ", ".join(f"word_{p.name}" if p.is_handle() else p.name for p in f.parameters)


def forwarder(f):
    """Returns a function that forwards a call unchanged if handles are narrow (wrapping.h). Not inline: the fast path would get its frame."""
    if not f.handles():
        return ""
    types = ", ".join(f"WordHandle<{p.type}>" if p.is_handle() else p.declaration for p in f.parameters)
    return (f"template <class Entry>\n[[gnu::noinline]] {f.returns} forward_{f.id}({word_parameters(f)}) {{\n"
            f"  return Entry::template next<{f.returns} (*)({types})>(Function::{f.id})({word_names(f)});\n}}\n")


def word_lines(f, entry):
    """Returns lines that narrow handles from words (wrapping.h), and lines that forward the words while the plugin is inactive."""
    if not f.handles():
        return [], []
    narrowed = [f"  {p.type} {p.name} = from_word<{p.type}>(word_{p.name});" for p in f.parameters if p.is_handle()]
    return narrowed, ["  if constexpr (kHandlesAreNarrow) {",
                      f"    if (!runtime::active) return forward_{f.id}<{entry}>({word_names(f)});", "  }"]


def exported_function(f, prefix):
    """Returns MPI_X (prefix "mpi") or PMPI_X ("pmpi"). The assembler label names it even if mpi.h defines that name as a macro."""
    name, label, entry = f"{prefix}_{f.id}", ("P" if prefix == "pmpi" else "") + f.symbol, f"{prefix.capitalize()}Entry"
    narrowed, forwarded = word_lines(f, entry)
    lines = narrowed + fast_path_lines(f, entry) + forwarded
    if f.variadic:
        lines += [f"  va_list rest;\n  va_start(rest, {f.parameters[-1].name});",
                  "  void* const extra[] = {va_arg(rest, void*), va_arg(rest, void*), va_arg(rest, void*)};\n  va_end(rest);"]
    arguments = ", ".join([p.name for p in f.parameters] + (["extra"] if f.variadic else []))
    lines.append(f"  return wrap_{f.id}<{entry}>({arguments});")
    declared = word_parameters(f)
    return (f'extern "C" [[gnu::visibility("default")]] {f.returns} topomorph_{name}({declared}) __asm__("{label}");\n'
            f"{f.returns} topomorph_{name}({declared}) {{\n" + "\n".join(lines) + "\n}\n")


def wrappers_source(functions):
    bodies = "\n".join(wrapped_body(f) + forwarder(f) for f in functions)
    exports = "\n".join(exported_function(f, "mpi") + exported_function(f, "pmpi") for f in functions)
    return (head("Wrappers of MPI functions.") + "#include <cstdarg>\n\n"
            '#include "plugin/interception/wrapping.h"\n\nnamespace topomorph::plugin::interception {\nnamespace {\n\nusing runtime::CallClass;\nusing runtime::Function;\n\n' + bodies +
            "\n}  // namespace\n\n" + exports + "\n}  // namespace topomorph::plugin::interception\n")


def library_header(name):
    return (head("The MPI library the plugin was built for.") + "#pragma once\n\nnamespace topomorph::runtime {\n\n"
            f'inline constexpr char kLibrary[] = "{name}";\n\n}}  // namespace topomorph::runtime\n')


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate(functions, library, absent, out, files):
    runtime, interception = out / "plugin" / "runtime", out / "plugin" / "interception"
    for folder in (runtime, interception):
        folder.mkdir(parents=True, exist_ok=True)
    write_if_changed(runtime / "absent_types.h", absent_types_header(absent))
    write_if_changed(runtime / "functions.h", functions_header(functions))
    write_if_changed(runtime / "functions.cpp", functions_source(functions))
    write_if_changed(runtime / "real_mpi.h", real_header(functions))
    write_if_changed(runtime / "library.h", library_header(library))
    for i in range(files):
        write_if_changed(interception / f"wrappers_{i}.cpp", wrappers_source(functions[i::files]))


def arguments():
    parser = argparse.ArgumentParser(description="Generates the MPI wrappers.")
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--library", help="the installed libmpi, whose soname a process is searched for")
    parser.add_argument("--preprocess", nargs=argparse.REMAINDER, help="a command that prints its input with what that includes")
    parser.add_argument("--readelf", default="readelf")
    parser.add_argument("--files", type=int, default=6)
    return parser.parse_args()


def main():
    options = arguments()
    functions = parse_table(options.table)
    name = soname(options.library, options.readelf) if options.library else "libmpi.so"
    absent = absent_types(functions, words_of_mpi_h(options.preprocess)) if options.preprocess else []
    generate(functions, name, absent, options.out, options.files)


if __name__ == "__main__":
    try:
        main()
    except (TableError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"generate.py: {error}")
