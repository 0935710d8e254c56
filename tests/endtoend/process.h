// Runs commands as a user would, and keeps what they said.
#pragma once

#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace topomorph::endtoend {

using tests::read_file;
using Workspace = tests::TemporaryFolder;

struct Outcome {
  int status = 0;  ///< exit status; 124 after the time limit
  std::string out, err;
};

/// Runs a shell command line in a folder, with an end after `seconds`.
Outcome run(const std::string& command, const Workspace& workspace, int seconds = 300);

/// The lines that match the regular expression.
std::vector<std::string> lines_like(const std::string& text, const std::string& pattern);

/// The lines on stderr that TopoMorph wrote, but for the one at the end of a job whose seconds it has predicted: where
/// a network is measured beside other tests, its state decides whether there are any.
inline std::vector<std::string> messages(const Outcome& outcome) {
  return lines_like(outcome.err, "^topomorph: (?!the job took)");
}

/// Bad input: status 2, nothing on stdout, one line of ours with that word. `command` names it where it is not so.
void expect_refused(const Outcome& outcome, const std::string& command, const std::string& word);

}  // namespace topomorph::endtoend
