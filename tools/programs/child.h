// Child processes whose output the command line reads.
#pragma once

#include <string>
#include <vector>

namespace topomorph::programs {

/// Output and end of a child process.
struct ChildResult {
  int status = 0;  ///< exit status; 128 + signal; 127: it could not be started
  bool in_time = true;
  std::string out, err;
};

/// Runs a program, looked up in PATH, with an empty standard input and with `variables` ("NAME=VALUE") added to the
/// environment. Sends SIGTERM after `seconds`, and SIGKILL two seconds later. Keeps up to 16 MB of each stream and
/// drops the rest. Throws std::runtime_error if no pipe can be made.
ChildResult run_child(const std::vector<std::string>& command, double seconds,
                      const std::vector<std::string>& variables = {});

}  // namespace topomorph::programs
