// The verbs of the command line: what each one declares and does.
#pragma once

#include <functional>
#include <span>

#include <CLI/CLI.hpp>

#include "tools/topomorph/exit_status.h"

namespace topomorph::cli {

/// What a verb does once its options are known; returns the exit status. May throw InputError.
using Action = std::function<int()>;

/// Declares the verb's options, whose type names say what their values are (tools/manual/values.h), and returns its
/// action. `command` is what follows the options of a verb that starts a program, as main() got it (terminated by a
/// null pointer); it is empty for all other verbs.
using Declare = Action (*)(CLI::App& app, char** command);

struct Verb {
  const char* name;
  const char* example;  ///< comes first in the help
  const char* usage;    ///< what follows the verb
  const char* summary;
  bool starts_program;  ///< options end where COMMAND… begins
  Declare declare;
  bool passes_over = false;  ///< takes PROGRAM alone of a whole command: the words behind it that are no options of its
                             ///< own are the program's
};

Action declare_profile(CLI::App& app, char** command);
Action declare_run(CLI::App& app, char** command);
Action declare_auto(CLI::App& app, char** command);
Action declare_history(CLI::App& app, char** command);
Action declare_report(CLI::App& app, char** command);
Action declare_map(CLI::App& app, char** command);
Action declare_layout(CLI::App& app, char** command);
Action declare_allocate(CLI::App& app, char** command);
Action declare_simulate(CLI::App& app, char** command);
Action declare_evaluate(CLI::App& app, char** command);
Action declare_topology(CLI::App& app, char** command);
Action declare_convert(CLI::App& app, char** command);
Action declare_doctor(CLI::App& app, char** command);

/// All verbs, in the order of the help.
std::span<const Verb> verbs();

/// What the help begins with: profile, report, run.
inline constexpr const char* kFirstLines =
    "mpirun -n 64 topomorph profile -o app.tmprof ./app args   # measure who sends how much to whom\n"
    "topomorph report app.tmprof                               # read it, and what a better order would save\n"
    "mpirun -n 64 topomorph run -p app.tmprof ./app args       # the same program, in that order\n";

}  // namespace topomorph::cli
