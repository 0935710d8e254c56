// Tries in a child what may crash inside hwloc.
#include "core/topology/sources/hwloc/trial.h"

#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/process.h"

namespace topomorph::topology {
namespace {

std::atomic<bool> files_are_tried = false;

/// Does not return. Whatever ends it in another way than with status 0 is a crash.
[[noreturn]] void run_and_end(const std::function<void()>& load) {
  constexpr rlim_t kSeconds = 60;
  lower_limit(RLIMIT_CORE, 0);
  prctl(PR_SET_DUMPABLE, 0);
  lower_limit(RLIMIT_CPU, kSeconds);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  try {
    load();
  } catch (...) {
    _exit(0);
  }
  _exit(0);
}

/// Returns whether the child ended by itself, with status 0.
bool ends_well(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return true;  // somebody else has waited for it: nothing is known
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

void try_machine_files_in_child() { files_are_tried = true; }
bool tries_machine_files_in_child() { return files_are_tried; }

void try_in_child(const std::string& path, const std::function<void()>& load) {
  const pid_t child = fork();
  if (child == 0) run_and_end(load);
  if (child < 0 || ends_well(child)) return;  // without a child the command is no worse off than hwloc's own
  throw InputError(path, 0, "hwloc crashes while it reads this file, expected a file as `lstopo FILE.xml` writes it");
}

}  // namespace topomorph::topology
