// The verbs of the command line.
#pragma once

#include <functional>
#include <span>

#include <CLI/CLI.hpp>

#include "core/base/error.h"
#include "tools/output/message.h"

namespace topomorph::command {

/// Runs a verb with its parsed options and returns the exit status. May throw InputError.
using Action = std::function<int()>;

/// Declares the options of a verb, with a type name for each value (tools/manual/describe.cpp), and returns its action.
/// `command` is the program to start with its arguments, terminated by a null pointer; it is empty for verbs that start
/// none.
using Declare = Action (*)(CLI::App& app, char** command);

struct Verb {
  const char* name;
  const char* example;  ///< begins the help
  const char* usage;    ///< follows the name of the verb
  const char* summary;
  bool starts_program;  ///< options end at COMMAND…
  Declare declare;
  bool ignores_arguments = false;  ///< takes PROGRAM from a whole command, and skips the program's arguments
};

Action declare_profile(CLI::App& app, char** command);
Action declare_run(CLI::App& app, char** command);
Action declare_auto(CLI::App& app, char** command);
Action declare_history(CLI::App& app, char** command);
Action declare_report(CLI::App& app, char** command);
Action declare_site(CLI::App& app, char** command);
Action declare_map(CLI::App& app, char** command);
Action declare_layout(CLI::App& app, char** command);
Action declare_allocate(CLI::App& app, char** command);
Action declare_simulate(CLI::App& app, char** command);
Action declare_evaluate(CLI::App& app, char** command);
Action declare_predict(CLI::App& app, char** command);
Action declare_topology(CLI::App& app, char** command);
Action declare_extrapolate(CLI::App& app, char** command);
Action declare_convert(CLI::App& app, char** command);
Action declare_doctor(CLI::App& app, char** command);

/// All verbs, in the order of the help.
std::span<const Verb> verbs();

/// The beginning of the help: profile, report, run.
inline constexpr const char* kFirstLines =
    "mpirun -n 64 topomorph profile -o app.tmprof ./app args   # measure the communication\n"
    "topomorph report app.tmprof                               # read it, with the saving of a better order\n"
    "mpirun -n 64 topomorph run -p app.tmprof ./app args       # the same program, in that order\n";

/// Wrong words on the command line, which are the same on all ranks that a launcher started. One rank of the job
/// reports the error. The others end silently with the same status.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

/// Calls `work` and turns its InputErrors into UsageErrors. `work` must look at words only, at no file and no host.
template <class Work>
auto as_usage_errors(Work work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace topomorph::command
