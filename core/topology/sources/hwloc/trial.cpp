// Tries in a child what may crash inside hwloc, or take hours and gigabytes there.
#include "core/topology/sources/hwloc/trial.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <new>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/base/sanitized.h"

namespace topomorph::topology {
namespace {

constexpr int kTookTooMuchMemory = 3;  // a status of the child

std::atomic<bool> files_are_tried = false;

std::uint64_t address_space() {
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Returns the most bytes that this process has had in memory.
std::uint64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_maxrss) << 10;
}

void silence() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

/// The signals end the child whatever the process that forked it does with them.
void limit_time(const TrialLimits& limits) {
  constexpr rlim_t kLastWarning = 5;  // seconds from SIGXCPU to SIGKILL
  sigset_t both;
  sigemptyset(&both);
  for (const int ends_it : {SIGALRM, SIGXCPU}) {
    std::signal(ends_it, SIG_DFL);
    sigaddset(&both, ends_it);
  }
  sigprocmask(SIG_UNBLOCK, &both, nullptr);
  lower_limit(RLIMIT_CPU, limits.processor_seconds, kLastWarning);
  alarm(limits.seconds);
}

/// hwloc ignores allocations that fail, and the caller's would not fail. So memory that the child touches is compared
/// with the limit at the end, and the address space is bounded so far above it that nothing fails within the limit: it
/// only ends what would fill the machine until then.
void limit_address_space(const TrialLimits& limits) {
  constexpr std::uint64_t kTimes = 4;
  if (!kSanitized) lower_limit(RLIMIT_AS, address_space() + kTimes * limits.memory_bytes);
}

/// Does not return. Whatever ends it in another way than with status 0 is a crash, or more than the limits.
[[noreturn]] void run_and_end(const std::function<void()>& load, const TrialLimits& limits) {
  lower_limit(RLIMIT_CORE, 0);
  prctl(PR_SET_DUMPABLE, 0);
  silence();
  limit_time(limits);
  limit_address_space(limits);
  const std::uint64_t before = peak_memory();
  try {
    load();
  } catch (const std::bad_alloc&) {
    _exit(kTookTooMuchMemory);
  } catch (...) {  // the caller makes it again
  }
  _exit(!kSanitized && peak_memory() > before + limits.memory_bytes ? kTookTooMuchMemory : 0);
}

/// Children leave no status to a process that ignores SIGCHLD, as a caller can have left it.
class HeardChildren {
 public:
  HeardChildren() {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &usual, &before_);
  }
  ~HeardChildren() { sigaction(SIGCHLD, &before_, nullptr); }
  HeardChildren(const HeardChildren&) = delete;
  HeardChildren& operator=(const HeardChildren&) = delete;

 private:
  struct sigaction before_ {};
};

/// Returns the status with which the child ended; that of a crash if somebody else has waited for it.
int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return SIGABRT;
  }
  return status;
}

/// Returns what went wrong in a child that has ended with this status, which is not 0.
std::string fault_of(int status, const TrialLimits& limits) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kTookTooMuchMemory) {
    return fmt::format("hwloc takes more than {} MiB", limits.memory_bytes >> 20);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
    return fmt::format("hwloc takes more than {} seconds", limits.seconds);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    return fmt::format("hwloc takes more than {} seconds of processor time", limits.processor_seconds);
  }
  return "hwloc crashes";
}

}  // namespace

void try_machine_files_in_child() { files_are_tried = true; }
bool tries_machine_files_in_child() { return files_are_tried; }

void try_in_child(const std::string& path, const std::function<void()>& load, const TrialLimits& limits) {
  const HeardChildren heard;
  const pid_t child = fork();
  if (child == 0) run_and_end(load, limits);
  if (child < 0) return;  // without a child the command is no worse off than hwloc's own
  const int status = status_of(child);
  if (status == 0) return;
  throw InputError(path, 0,
                   fault_of(status, limits) +
                       " while it reads this file, expected a file as `lstopo FILE.xml` or hwloc-diff writes it");
}

}  // namespace topomorph::topology
