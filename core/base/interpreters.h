// Programs that run others: interpreters of scripts, with how their options hide the script, and containers.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace topomorph::inline base {

/// A program that runs the script in its command line. The letters are short options.
struct Interpreter {
  std::string_view name;
  std::string_view code;     ///< the program is a text in the command line: there is no script
  std::string_view values;   ///< a value follows as a word of its own
  std::string_view modules;  ///< the next word is a module in place of a script
};

inline constexpr Interpreter kInterpreters[] = {
    {"sh", "c", "oO", ""},        {"bash", "c", "oO", ""}, {"dash", "c", "oO", ""},  {"zsh", "c", "oO", ""},
    {"ksh", "c", "oO", ""},       {"mksh", "c", "oO", ""}, {"csh", "c", "", ""},     {"tcsh", "c", "", ""},
    {"fish", "c", "C", ""},       {"perl", "eE", "I", ""}, {"ruby", "e", "Ir", ""},  {"lua", "e", "l", ""},
    {"Rscript", "e", "", ""},     {"octave", "", "", ""},  {"pypy", "c", "WX", "m"}, {"python", "c", "WX", "m"},
    {"julia", "eE", "JLptC", ""},
};

/// Returns the interpreter that a file is by its name; nullptr if it is none. Versions do not count: python3.11.
const Interpreter* interpreter_named(std::string_view path);

/// Returns the script, or the module, that an interpreter runs; "" if it has none, as for `python -c CODE`. mpi4py,
/// which itself runs a script, does not count. `command_line`: words that end with zeros, the first the interpreter.
std::string_view script_in(std::string_view command_line, const Interpreter& interpreter);

struct ContainerRuntime {
  std::string_view name;
  std::string_view verbs;  ///< the words that start a program in a container, divided by blanks; empty: any word
};

inline constexpr ContainerRuntime kContainerRuntimes[] = {
    {"apptainer", "exec run shell"},
    {"singularity", "exec run shell"},
    {"enroot", "start exec"},
    {"podman", "run exec"},
    {"docker", "run exec"},
    {"nerdctl", "run exec"},
    {"sarus", "run"},
    {"shifter", ""},
    {"ch-run", ""},
};

/// Returns nullptr for a name that is none's.
inline const ContainerRuntime* container_runtime(std::string_view name) {
  const auto* const found = std::ranges::find(kContainerRuntimes, name, &ContainerRuntime::name);
  return found == std::end(kContainerRuntimes) ? nullptr : found;
}

}  // namespace topomorph::inline base
