// Runs commands as a user would, and keeps what they said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace topomorph::endtoend {

/// A temporary folder that is gone when the test is.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  const std::filesystem::path& folder() const { return folder_; }
  void write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

std::string read_file(const std::string& path);

struct Outcome {
  int status = 0;  ///< exit status; 124 after the time limit
  std::string out, err;
};

/// Runs a shell command line in a folder, with an end after `seconds`.
Outcome run(const std::string& command, const Workspace& workspace, int seconds = 120);

/// The lines that match the regular expression.
std::vector<std::string> lines_like(const std::string& text, const std::string& pattern);

/// The lines on stderr that TopoMorph wrote.
inline std::vector<std::string> messages(const Outcome& outcome) { return lines_like(outcome.err, "^topomorph: "); }

/// Bad input: status 2, nothing on stdout, one line of ours with that word. `command` names it where it is not so.
void expect_refused(const Outcome& outcome, const std::string& command, const std::string& word);

}  // namespace topomorph::endtoend
