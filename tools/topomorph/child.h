// Programs that the command line starts to look at what they do.
#pragma once

#include <string>
#include <vector>

namespace topomorph::cli {

/// What a child has said, and how it ended.
struct ChildResult {
  int status = 0;  ///< exit status; 128 + signal; 127: it could not be started
  bool in_time = true;
  std::string out, err;
};

/// Starts a program (looked up in PATH) with nothing on its standard input and these variables ("NAME=VALUE") beside
/// the environment's; after `seconds` it is told to end (SIGTERM), two seconds later it is killed. Of each stream up to
/// 16 MB are kept, the rest is read and lost. Throws std::runtime_error where there is no pipe.
ChildResult run_child(const std::vector<std::string>& command, double seconds,
                      const std::vector<std::string>& variables = {});

/// The last line that is not empty, for a message: most programs say there what was wrong.
std::string last_line(const std::string& text);

}  // namespace topomorph::cli
