// Starts child processes and reads their output.
#include "tools/programs/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/deadline.h"
#include "tools/output/message.h"

extern "C" char** environ;  // NOLINT: POSIX has it in no header
namespace topomorph::programs {
namespace {

constexpr std::size_t kMostKept = 1 << 24;  // bytes of a stream
constexpr double kGrace = 2;                // seconds from SIGTERM to SIGKILL

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a child process");
  }
  ~Pipe() {
    close_writing();
    close(ends_[0]);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_writing() {
    if (ends_[1] >= 0) close(ends_[1]);
    ends_[1] = -1;
  }

 private:
  std::array<int, 2> ends_{};
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> result;
  for (const std::string& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::vector<std::string>& variables) {
  std::vector<std::string> all = variables;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string name = std::string(*each, std::string(*each).find('=') + 1);
    const auto replaces = [&](const std::string& variable) { return variable.starts_with(name); };
    if (std::none_of(variables.begin(), variables.end(), replaces)) all.emplace_back(*each);
  }
  return all;
}

/// Starts the child. Returns 0 or an error number.
int spawn(const std::vector<std::string>& command, const std::vector<std::string>& variables, int out, int err,
          pid_t& child) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  const std::vector<std::string> environment = environment_with(variables);
  const auto argv = pointers(command), envp = pointers(environment);
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Reads once. Returns false at the end of the stream.
bool read_some(int from, std::string& to) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(from, buffer.data(), buffer.size());
  if (count < 0) return errno == EINTR;
  to.append(buffer.data(), std::min(static_cast<std::size_t>(count), kMostKept - std::min(kMostKept, to.size())));
  return count > 0;
}

/// Reads until both streams have ended. Returns false if the deadline comes first.
bool read_both(int out, int err, const Deadline& deadline, ChildResult& result) {
  constexpr int kMilliseconds = 50;
  std::array<pollfd, 2> streams = {{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    if (deadline.passed()) return false;
    if (poll(streams.data(), streams.size(), kMilliseconds) <= 0) continue;
    if (streams[0].revents != 0 && !read_some(out, result.out)) streams[0].fd = -1;
    if (streams[1].revents != 0 && !read_some(err, result.err)) streams[1].fd = -1;
  }
  return true;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& command, double seconds,
                      const std::vector<std::string>& variables) {
  ChildResult result;
  Pipe out, err;
  pid_t child = -1;
  if (spawn(command, variables, out.writing(), err.writing(), child) != 0) {
    result.status = output::kNotFound;
    return result;
  }
  out.close_writing();
  err.close_writing();
  result.in_time = read_both(out.reading(), err.reading(), Deadline(seconds), result);
  if (!result.in_time) {
    kill(child, SIGTERM);
    if (!read_both(out.reading(), err.reading(), Deadline(kGrace), result)) kill(child, SIGKILL);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return result;
}

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
  }
  return lines;
}

/// A line of dashes, which begins or ends a help text of Open MPI.
bool is_ruler(std::string_view line) {
  constexpr std::size_t kShortest = 10;
  return line.size() >= kShortest && line.find_first_not_of('-') == std::string_view::npos;
}

bool is_decoration(std::string_view line) {
  if (line.find_first_not_of(" \t-=*") == std::string_view::npos) return true;
  // "[host:1] 1 more process has sent help message ...", "[host:1] Set MCA parameter "orte_base_help_aggregate" to ..."
  return line.find("base_help_aggregate") != std::string_view::npos ||
         line.find("sent help message") != std::string_view::npos;
}

/// Open MPI's text about a failed rank, which does not name the cause.
bool is_about_any_failure(std::string_view paragraph) {
  constexpr std::array<std::string_view, 3> kBeginnings = {"Primary job", "mpirun detected", "mpirun noticed"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return paragraph.starts_with(beginning); });
}

}  // namespace

std::string complaint_in(const std::string& errors) {
  std::string said, general, paragraph;
  bool in_help = false, ended = false;
  const auto end_paragraph = [&] {
    if (paragraph.empty()) return false;
    ended = true;
    if (!is_about_any_failure(paragraph)) return true;
    general = std::exchange(paragraph, "");
    return false;
  };
  for (const std::string_view line : lines_of(errors)) {
    if (is_ruler(line) || (in_help && line.empty())) {
      if (end_paragraph()) return paragraph;
      if (!line.empty()) in_help = !in_help, ended = false;
    } else if (!in_help && !is_decoration(line)) {
      said = line;
    } else if (in_help && !ended) {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
    }
  }
  return end_paragraph() ? paragraph : said.empty() ? general : said;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n\r") + 1;
  const std::size_t begin = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
  return text.substr(begin, end - begin);
}

std::string problem_of(const ChildResult& child) {
  if (!child.in_time) return "no answer in time";
  const std::string said = complaint_in(child.err);
  return said.empty() ? fmt::format("ended with status {}", child.status) : said;
}

}  // namespace topomorph::programs
