// Starts child processes and reads their output.
#include "tools/programs/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/deadline.h"
#include "tools/output/exit_status.h"

extern char** environ;  // NOLINT: POSIX has it in no header

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

}  // namespace topomorph::programs
