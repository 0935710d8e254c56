#!/usr/bin/env python3
"""Generates the wrappers of all MPI functions, and calls past them, from the one table of prototypes.

usage: wrappers.py --table FILE --out DIR [--files N]

Writes into DIR/runtime/mpi: functions.h (numbers of the functions), functions.cpp (their names), real_mpi.h (calls of the next
library that are neither counted nor substituted); into DIR/plugin/interception: wrappers_0.cpp ...
"""
import argparse
import pathlib
import sys

from mpi_table import TableError, head, parse_table, write_if_changed


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
    return (head("The names of the wrapped MPI functions.") + '#include "runtime/mpi/functions.h"\n\n'
            "namespace topomorph::runtime {\nnamespace {\n\n"
            f"constexpr const char* kNames[] = {{\n    {names}\n}};\n\n"
            "}  // namespace\n\n"
            "const char* function_name(Function function) { return kNames[static_cast<std::size_t>(function)]; }\n\n"
            "}  // namespace topomorph::runtime\n")


def real_function(f):
    return (f"using {f.id}_t = {f.returns} (*)({f.declared()});\n"
            f"inline {f.returns} {f.id}({', '.join(p.declaration for p in f.parameters)}) {{\n"
            f"  return runtime::next_pmpi<{f.id}_t>(runtime::Function::{f.id})({f.names()});\n}}\n")


def real_header(functions):
    return (head("Calls of the next MPI library: not counted, MPI_COMM_WORLD not replaced.") + "#pragma once\n\n#include <mpi.h>\n\n"
            '#include "runtime/mpi/absent_types.h"\n#include "runtime/mpi/functions.h"\n#include "runtime/mpi/resolve.h"\n\n'
            "namespace topomorph::real {\n\n" + "\n".join(real_function(f) for f in functions) +
            "\n}  // namespace topomorph::real\n")


def call_expression(f):
    custom = f.directives.get("call")
    if custom:
        words = ["next"] + [p.name for p in f.parameters] + (["caller"] if "caller" in f.directives else [])
        return f"{custom[0]}({', '.join(words)})"
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
        lines.append(f"  learn_target_of(entry, Function::{f.id}, next);")
    lines.append("  const runtime::ReentrancyGuard guard;")
    lines += [f"  {name} = runtime::substitute({name});" for name in f.substituted()]
    lines += [f"  {statement};" for statement in f.directives.get("first", [])]
    if "class" not in f.directives:
        return lines + [f"  return {call};"]
    lines.append(f"  if (!monitoring::enabled()) return {call};")
    return lines + monitored_lines(f, call)


def wrapped_body(f):
    """Returns the slow path, which is right in every state. It is one function for both entries: two would take twice the time to compile."""
    declared = [p.declaration for p in f.parameters] + (["void* const extra[]"] if f.variadic else [])
    declared += ["const void* caller"] if "caller" in f.directives else []
    declared += ["const Entry entry"]
    return (f"[[gnu::noinline]] {f.returns} wrap_{f.id}({', '.join(declared)}) {{\n"
            f"  const auto next = next_of<real::{f.id}_t>(entry, Function::{f.id});\n" + "\n".join(body_lines(f)) + "\n}\n")


def entry_of(prefix):
    return f"Entry::{prefix.capitalize()}"


def has_functions_beside(f):
    """Whether a fast path leaves by jumps to functions of its own: a function with a communicator has parameters enough to need a frame for the
    rest of its work."""
    return f.has_fast_path() and bool(f.substituted())


def fast_path_lines(f, prefix):
    """Returns the fast path, if the function has one."""
    if not f.has_fast_path():
        return []
    target, names = f"fast_path_target<real::{f.id}_t>({entry_of(prefix)}, Function::{f.id})", f.names()
    if has_functions_beside(f):
        return [f"  if (monitoring::enabled()) [[unlikely]] return counted_{prefix}_{f.id}({names});"] * bool(f.fast_path()) + jump_lines(f, target)
    # Only a counted call asks whether it is inside another one; mode run saves a load.
    condition = f"if (!monitoring::enabled() || (!runtime::may_be_in_mpi() && {f.fast_path()})) " if f.fast_path() else ""
    return [f"  if (const auto next = {target}) [[likely]] {{", f"    {condition}return next({names});", "  }"]


def jump_lines(f, target, condition=""):
    """Returns the jump into the library that a function with a communicator makes, with the substitute, if it is inside no other call."""
    return ([f"  if (const auto next = {target}; next != nullptr && !runtime::may_be_in_mpi()) [[likely]] {{"] +
            [f"    {name} = runtime::substitute({name});" for name in f.substituted()] + [f"    {condition}return next({f.names()});", "  }"])


def slow_function(f, prefix):
    """Returns the way from a fast path to the slow one. Like counted_function() it has the parameters of the call and no others, so that gcc
    jumps to it, and the fast path of mode run has no frame."""
    return (f"[[gnu::noinline]] {f.returns} slow_{prefix}_{f.id}({f.declared()}) {{\n"
            f"  return wrap_{f.id}({f.names()}, {entry_of(prefix)});\n}}\n")


def counted_function(f, prefix):
    """Returns the fast path of a counted call with a communicator."""
    lines = jump_lines(f, f"fast_path_target<real::{f.id}_t>({entry_of(prefix)}, Function::{f.id})", f"if ({f.fast_path()}) ")
    lines.append(f"  return slow_{prefix}_{f.id}({f.names()});")
    return f"[[gnu::noinline]] {f.returns} counted_{prefix}_{f.id}({f.declared()}) {{\n" + "\n".join(lines) + "\n}\n"


def beside_fast_path(f):
    """Returns the functions beside a fast path for both entries."""
    made = ([slow_function] + [counted_function] * (f.fast_path() is not None)) if has_functions_beside(f) else []
    return "".join(function(f, prefix) for prefix in ("mpi", "pmpi") for function in made)


def wrapper(f, prefix):
    """Returns the function that stands for MPI_X (prefix "mpi") or PMPI_X ("pmpi")."""
    name, entry = f"topomorph_{prefix}_{f.id}", entry_of(prefix)
    lines = fast_path_lines(f, prefix)
    if f.variadic:
        lines += [f"  va_list rest;\n  va_start(rest, {f.parameters[-1].name});",
                  "  void* const extra[] = {va_arg(rest, void*), va_arg(rest, void*), va_arg(rest, void*)};\n  va_end(rest);"]
    more = (["extra"] if f.variadic else []) + (["__builtin_return_address(0)"] if "caller" in f.directives else []) + [entry]
    arguments = ", ".join([p.name for p in f.parameters] + more)
    lines.append(f"  return slow_{prefix}_{f.id}({f.names()});" if has_functions_beside(f) else f"  return wrap_{f.id}({arguments});")
    return (f'extern "C" {f.returns} {name}({f.declared()});\n{f.returns} {name}({f.declared()}) {{\n' + "\n".join(lines) + "\n}\n")


def wrappers_source(functions):
    bodies = "\n".join(wrapped_body(f) + beside_fast_path(f) for f in functions)
    entries = "\n".join(wrapper(f, "mpi") + wrapper(f, "pmpi") for f in functions)
    return (head("Wrappers of MPI functions.") + "#include <cstdarg>\n\n"
            '#include "plugin/interception/wrapping.h"\n\nnamespace topomorph::plugin::interception {\nnamespace {\n\nusing runtime::CallClass;\nusing runtime::Function;\n\n' + bodies +
            "\n}  // namespace\n\n" + entries + "\n}  // namespace topomorph::plugin::interception\n")


def generate(functions, out, files):
    runtime, interception = out / "runtime" / "mpi", out / "plugin" / "interception"
    write_if_changed(runtime / "functions.h", functions_header(functions))
    write_if_changed(runtime / "functions.cpp", functions_source(functions))
    write_if_changed(runtime / "real_mpi.h", real_header(functions))
    for i in range(files):
        write_if_changed(interception / f"wrappers_{i}.cpp", wrappers_source(functions[i::files]))


def main():
    parser = argparse.ArgumentParser(description="Generates the MPI wrappers.")
    parser.add_argument("--table", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--files", type=int, default=6)
    options = parser.parse_args()
    generate(parse_table(options.table), options.out, options.files)


if __name__ == "__main__":
    try:
        main()
    except (TableError, OSError) as error:
        sys.exit(f"wrappers.py: {error}")
