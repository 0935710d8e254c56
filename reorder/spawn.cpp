// Starts the engine as a process that inherits nothing from the application but its binding and its folder.
#include "reorder/spawn.h"

#include <string_view>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

extern char** environ;  // NOLINT: POSIX has it in no header

namespace topomorph::reorder {
namespace {

/// What would load the application's libraries, or this one, into the engine.
bool is_withheld(std::string_view variable) {
  return variable.starts_with("LD_PRELOAD=") || variable.starts_with("LD_AUDIT=") ||
         variable.starts_with("LD_LIBRARY_PATH=");
}

std::vector<char*> clean_environment() {
  std::vector<char*> kept;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_withheld(*variable)) {
      kept.push_back(*variable);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

std::vector<char*> argument_vector(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers = {const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) {
    pointers.push_back(const_cast<char*>(argument.c_str()));
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// The engine's descriptors: the conversation, and silence. Nothing else of the application's stays open in it.
class FileActions {
 public:
  explicit FileActions(int descriptor) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, descriptor, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
  }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// No signal blocked, none ignored; a process group of its own: what launchers and terminals send to the application's
/// group must not cut a profile that is being written. The end of the job ends the engine, by its input.
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

}  // namespace

int spawn(const std::string& path, const std::vector<std::string>& arguments, int descriptor, pid_t& child) {
  const FileActions actions(descriptor);
  const Attributes attributes;
  const auto argv = argument_vector(path, arguments);
  const auto environment = clean_environment();
  return posix_spawn(&child, path.c_str(), actions.get(), attributes.get(), argv.data(), environment.data());
}

}  // namespace topomorph::reorder
