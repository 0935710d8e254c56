// topomorph: the command line, which turns errors into one line and an exit status.
#include <exception>
#include <new>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/topology/sources/hwloc/trial.h"
#include "tools/command/command_line.h"
#include "tools/command/verbs.h"
#include "tools/output/message.h"

namespace topomorph::command {

namespace {

int run_verb(std::span<char*> words) {
  CommandLine line(words);
  Action action;
  try {
    action = as_usage_errors([&] { return line.parse(); });
  } catch (const CLI::ParseError& error) {
    return line.explain(error);
  }
  return action();
}

/// Parses the words of main() and runs their verb. Says errors in one line on stderr. Returns the exit status.
int run(int argc, char** argv) {
  topology::try_machine_files_in_child();
  try {
    return run_verb({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
  } catch (const UsageError& error) {
    output::message_of_usage(error.what());
    return output::kBadInput;
  } catch (const InputError& error) {
    output::message(error.what());
    return output::kBadInput;
  } catch (const std::bad_alloc&) {
    output::message("not enough memory");
  } catch (const std::exception& error) {
    output::message(error.what());
  }
  return output::kFailed;
}

}  // namespace
}  // namespace topomorph::command

int main(int argc, char** argv) {
  topomorph::refuse_more_rights_than_the_user_has();
  topomorph::let_too_large_writes_fail();
  topomorph::keep_freed_memory();
  return topomorph::command::run(argc, argv);
}
