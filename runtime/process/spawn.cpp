// Prepares and runs posix_spawn in a thread that can be left behind.
#include "runtime/process/spawn.h"

#include <atomic>
#include <cerrno>
#include <memory>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/process/thread.h"

extern "C" char** environ;  // NOLINT: no header of POSIX declares it

namespace topomorph::process {
namespace {

/// Variables that would load the application's libraries, or this one, into the engine.
bool is_withheld(std::string_view variable) {
  return variable.starts_with("LD_PRELOAD=") || variable.starts_with("LD_AUDIT=") ||
         variable.starts_with("LD_LIBRARY_PATH=");
}

std::vector<std::string> clean_environment() {
  std::vector<std::string> kept;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_withheld(*variable)) {
      kept.emplace_back(*variable);
    }
  }
  return kept;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Gives the engine the descriptor of the conversation, also for what its loader says before it begins, and closes all
/// other descriptors of the application in it. The engine's own stderr is silent (tools/engine/main.cpp).
class FileActions {
 public:
  explicit FileActions(int descriptor) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDERR_FILENO);
    using CloseFrom = int (*)(posix_spawn_file_actions_t*, int);
    void* const close_from = dlsym(RTLD_DEFAULT, "posix_spawn_file_actions_addclosefrom_np");  // since glibc 2.34
    if (close_from != nullptr) reinterpret_cast<CloseFrom>(close_from)(&actions_, STDERR_FILENO + 1);
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Starts the engine with no signal blocked or ignored, in a process group of its own: signals that launchers and
/// terminals send to the application's group must not interrupt the writing of a profile. When the job ends, the engine
/// ends by the end of its input.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

/// Copies of everything that posix_spawn reads, because the caller may have gone on.
class Command {
 public:
  Command(const std::string& path, const std::vector<std::string>& arguments, int descriptor)
      : words_{path},
        variables_(clean_environment()),
        descriptor_(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)),
        actions_(descriptor_) {
    words_.insert(words_.end(), arguments.begin(), arguments.end());
    argv_ = pointers_to(words_);
    environment_ = pointers_to(variables_);
  }
  ~Command() { close(descriptor_); }
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  int start(pid_t& child) const noexcept {
    if (descriptor_ < 0) return EMFILE;
    return posix_spawn(&child, argv_[0], actions_.get(), attributes_.get(), argv_.data(), environment_.data());
  }

 private:
  std::vector<std::string> words_, variables_;
  std::vector<char*> argv_, environment_;
  int descriptor_;
  FileActions actions_;
  Attributes attributes_;
};

/// Shared by the caller and the thread that starts the program. Whoever finishes last owns it.
struct Start {
  enum : int { kUnderWay, kDone, kGivenUp };
  Command command;
  pid_t child = -1;
  int error = 0;
  std::atomic<int> state{kUnderWay};
};

void* carry_out(void* given) {
  std::unique_ptr<Start> start(static_cast<Start*>(given));
  start->error = start->command.start(start->child);
  if (start->state.exchange(Start::kDone) == Start::kUnderWay) {
    start.release();
  } else if (start->error == 0) {
    kill(start->child, SIGKILL);
    waitpid(start->child, nullptr, 0);
  }
  return nullptr;
}

/// Polls: starting takes half a millisecond.
bool is_done_in_time(Start& start, std::chrono::duration<double> patience) {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (start.state.load() == Start::kUnderWay && std::chrono::steady_clock::now() < deadline) {
    usleep(100);
  }
  return start.state.exchange(Start::kGivenUp) == Start::kDone;
}

}  // namespace

int spawn(const std::string& path, const std::vector<std::string>& arguments, int descriptor,
          std::chrono::duration<double> patience, pid_t& child) {
  std::unique_ptr<Start> start(new Start{{path, arguments, descriptor}});
  if (!in_thread(carry_out, start.get())) {
    start->error = start->command.start(start->child);
  } else if (!is_done_in_time(*start, patience)) {
    start.release();  // the thread owns it from now on
    return kNotInTime;
  }
  child = start->child;
  return start->error;
}

}  // namespace topomorph::process
