// What surrounds a process: its user, its launcher, its installation, LD_PRELOAD, and the end of its children.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace topomorph::inline base {

/// Returns whether this process can do more than the user who has started it: the program is set-user-ID or
/// set-group-ID, or its file has capabilities. That user chose the variables and the arguments, and must not reach by
/// them what only the rights of the process reach. So the library is off, before it reads anything, and programs refuse
/// to work.
inline bool has_more_rights_than_its_user() {
  return getauxval(AT_SECURE) != 0 || getuid() != geteuid() || getgid() != getegid();
}

/// Lowers the soft limit of a resource to `most`, and the hard one to `later` units more; neither is ever raised.
inline void lower_limit(__rlimit_resource resource, rlim_t most, rlim_t later = 0) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return;
  const rlimit bounded = {std::min(now.rlim_cur, most), std::min(now.rlim_max, most + later)};
  setrlimit(resource, &bounded);
}

/// Returns how many bytes of addresses this process has reserved; 0 if the system does not say.
std::uint64_t address_space() noexcept;

/// Ends a program that has more rights than its user, with one line on stderr and exit status 2. For the first line of
/// main().
void refuse_more_rights_than_the_user_has();

/// Lets a write beyond the limit of file size (ulimit -f) fail, so that no unfinished file stays, where SIGXFSZ would
/// end the program. Programs that this one becomes or starts get the signal as ever: exec() drops a handler, and keeps
/// SIG_IGN. For main().
void let_too_large_writes_fail();

/// Keeps freed memory for the next allocation instead of returning it to the system, which would clear its pages anew:
/// searches free and take tables of the same sizes again and again. For main() of a program that ends when it has its
/// answer.
void keep_freed_memory();

/// Returns the folder for this user's files of a kind: the value of `variable` ("XDG_STATE_HOME"), or `below_home`
/// (with its slash) in HOME; empty if there is neither. As the XDG base directory specification requires, a relative
/// path counts as none.
std::string user_folder(const char* variable, const char* below_home);

/// The variables in which launchers tell a process its rank: Open MPI, PMIx, Hydra and other PMI launchers, Slurm.
inline constexpr const char* kRankVariables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};

/// Returns the value of the first variable that is set and not empty; "" if none is.
std::string_view first_variable(std::initializer_list<const char*> names);

/// Returns the rank that the launcher gave this process; nothing if no variable says.
std::optional<std::uint64_t> launched_rank();

/// Returns the number of ranks that the launcher started; 1 if no variable says.
std::uint64_t launched_rank_count();

/// Returns the place of this process among the ranks of its host, as the launcher numbers them; nothing if no variable
/// says.
std::optional<std::uint64_t> launched_local_rank();

/// Returns whether this host has no lower rank; true if no variable says.
bool launched_first_on_host();

/// Returns whether an MPI launcher started this process as a rank of a job. Slurm's variables alone do not prove it:
/// the shells of allocations have them, too.
bool launched_by_mpi();

/// Returns whether the launcher put ranks of this job on other hosts (Open MPI, Hydra); false if no variable says.
bool launched_on_other_hosts();

/// Returns whether the launcher has a key-value space (PMIx, Hydra's PMI) in which processes publish that they have the
/// library.
bool launcher_has_key_value_space();

/// Returns the path of file `name`, in the folder that lies at `installed` relative to `folder` (Debian has
/// lib/x86_64-linux-gnu), or, in a build tree, at `built`. Empty if there is none. `folder` must contain no symbolic
/// links, because ".." is resolved as text.
inline std::string companion(const std::filesystem::path& folder, std::string_view installed, std::string_view built,
                             std::string_view name) {
  std::error_code none;
  for (const std::string_view way : {installed, built}) {
    const std::filesystem::path file = (folder / way / name).lexically_normal();
    if (std::filesystem::exists(file, none)) return file.string();
  }
  return "";
}

/// Returns the list without the entries for which `is_unwanted` is true. The rest keeps its spelling and order.
template <class Predicate>
std::string without_entries(std::string_view list, Predicate is_unwanted) {
  std::string kept;
  while (true) {
    const auto end = list.find_first_of(": ");
    const bool last = end == std::string_view::npos;
    if (!is_unwanted(list.substr(0, end))) {
      kept += list.substr(0, last ? end : end + 1);
    } else if (last && !kept.empty()) {
      kept.pop_back();  // the separator before the removed entry
    }
    if (last) return kept;
    list.remove_prefix(end + 1);
  }
}

/// Returns whether `library` is an entry of the list, spelled exactly so.
inline bool is_preloaded(std::string_view list, std::string_view library) {
  return without_entries(list, [&](std::string_view entry) { return entry == library; }).size() != list.size();
}

/// Returns whether the loader takes this path for one library. It ends paths at blanks and colons, and looks for what
/// is behind them in the working folder; it replaces $ORIGIN and the like.
inline bool can_be_preloaded(std::string_view library) {
  return library.find_first_of(": $") == std::string_view::npos;
}

/// Returns whether the kernel ended a child because it had used `limit` seconds of CPU time. `status` and `used` come
/// from wait4(2). The kernel sends SIGXCPU at the soft limit and SIGKILL at the hard one; ulimit -t sets both to the
/// same value.
inline bool ran_out_of_cpu_time(int status, const rusage& used, rlim_t limit) {
  if (!WIFSIGNALED(status) || limit == RLIM_INFINITY) return false;
  if (WTERMSIG(status) == SIGXCPU) return true;
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  constexpr double kTicks = 0.1;  // seconds; the kernel counts limit and usage with different clocks
  return WTERMSIG(status) == SIGKILL && seconds + kTicks >= static_cast<double>(limit);
}

/// Uses this process's own soft limit, which its children inherit.
inline bool ran_out_of_cpu_time(int status, const rusage& used) {
  rlimit limit{};
  return getrlimit(RLIMIT_CPU, &limit) == 0 && ran_out_of_cpu_time(status, used, limit.rlim_cur);
}

/// A sanitizer reserves terabytes of address space and keeps freed memory: limits of memory do not fit it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace topomorph::inline base
