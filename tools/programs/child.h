// Child processes whose output the command line reads, and the error of one that has failed, in one line.
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

/// Searches the standard error of a program or of mpirun. Returns the first paragraph of a help text between two lines
/// of dashes, Open MPI's form, unless it only says that a rank has failed. Otherwise returns the last line outside of
/// help texts that has letters. Returns "" if there is none.
std::string complaint_in(const std::string& errors);

/// Returns the last line that is not empty: most programs name their error there.
std::string last_line(const std::string& text);

/// Returns the error of a child: the last line of its output, or how it ended.
std::string problem_of(const ChildResult& child);

}  // namespace topomorph::programs
