// Commands of the end-to-end tests.
#include "tests/endtoend/process.h"

#include <cstdlib>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace topomorph::endtoend {

Outcome run(const std::string& command, const Workspace& workspace, int seconds) {
  // Output goes to files outside of the command's folder: a test may look at what is in that.
  const Workspace output;
  output.write("command", command);
  const std::string line = "cd '" + workspace.path().string() + "' && timeout -k 5 " + std::to_string(seconds) +
                           " sh '" + output.file("command") + "' >'" + output.file("out") + "' 2>'" +
                           output.file("err") + "' </dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(output.file("out")),
          read_file(output.file("err"))};
}

std::vector<std::string> lines_like(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (std::regex_search(line, expression)) lines.push_back(line);
  }
  return lines;
}

void expect_refused(const Outcome& outcome, const std::string& command, const std::string& word) {
  EXPECT_EQ(outcome.status, 2) << command;
  EXPECT_EQ(outcome.out, "") << command;
  EXPECT_EQ(messages(outcome).size(), 1u) << command << ": " << outcome.err;
  EXPECT_NE(outcome.err.find(word), std::string::npos) << command << ": " << outcome.err;
}

}  // namespace topomorph::endtoend
