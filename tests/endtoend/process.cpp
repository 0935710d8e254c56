// Commands and temporary folders of the end-to-end tests.
#include "tests/endtoend/process.h"

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>
#include <sys/wait.h>

namespace topomorph::endtoend {

Workspace::Workspace() {
  std::string name = (std::filesystem::temp_directory_path() / "topomorph-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  folder_ = name;
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Workspace::write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

Outcome run(const std::string& command, const Workspace& workspace, int seconds) {
  // Output goes to files outside of the command's folder: a test may look at what is in that.
  const Workspace output;
  output.write("command", command);
  const std::string line = "cd '" + workspace.folder().string() + "' && timeout -k 5 " + std::to_string(seconds) +
                           " sh '" + output.path("command") + "' >'" + output.path("out") + "' 2>'" +
                           output.path("err") + "' </dev/null";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(output.path("out")),
          read_file(output.path("err"))};
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
