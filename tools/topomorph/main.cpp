// topomorph: runs the command line and turns errors into one line and an exit status.
#include <exception>
#include <new>

#include "core/base/error.h"
#include "tools/topomorph/command_line.h"
#include "tools/topomorph/message.h"
#include "tools/topomorph/usage_error.h"

namespace topomorph::cli {

namespace {

int run(std::span<char*> words) {
  CommandLine line(words);
  Action action;
  try {
    action = judging_words([&] { return line.parse(); });
  } catch (const CLI::ParseError& error) {
    return line.explain(error);
  }
  return action();
}

}  // namespace

}  // namespace topomorph::cli

int main(int argc, char** argv) {
  using namespace topomorph;
  try {
    return cli::run({argv + 1, static_cast<std::size_t>(argc > 0 ? argc - 1 : 0)});
  } catch (const cli::UsageError& error) {
    cli::message_of_usage(error.what());
    return cli::kBadInput;
  } catch (const InputError& error) {
    cli::message(error.what());
    return cli::kBadInput;
  } catch (const std::bad_alloc&) {
    cli::message("not enough memory");
  } catch (const std::exception& error) {
    cli::message(error.what());
  }
  return cli::kFailed;
}
