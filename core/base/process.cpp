// Reads the variables of launchers and users, and refuses what runs with foreign rights.
#include "core/base/process.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>

#include <fcntl.h>
#include <malloc.h>

namespace topomorph::inline base {

std::uint64_t address_space() noexcept {
  char text[32];
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  const ssize_t got = read(file, text, sizeof text);
  close(file);
  std::uint64_t pages = 0;
  std::from_chars(text, text + std::max<ssize_t>(got, 0), pages);
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void refuse_more_rights_than_the_user_has() {
  if (!has_more_rights_than_its_user()) return;
  static constexpr char kLine[] =
      "topomorph: this program has more rights than its user (setuid or the like): refused\n";
  static_cast<void>(write(STDERR_FILENO, kLine, sizeof kLine - 1) < 0);
  _exit(2);
}

void let_too_large_writes_fail() {
  struct sigaction now {};
  if (sigaction(SIGXFSZ, nullptr, &now) != 0 || now.sa_handler != SIG_DFL) return;
  now.sa_handler = [](int) {};
  sigaction(SIGXFSZ, &now, nullptr);
}

void keep_freed_memory() {
  constexpr int kLargest = 32 << 20;  // what glibc accepts
  mallopt(M_MMAP_THRESHOLD, kLargest);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
}

std::string user_folder(const char* variable, const char* below_home) {
  const char* const given = std::getenv(variable);
  if (given != nullptr && *given == '/') return given;
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + below_home : "";
}

std::string_view first_variable(std::initializer_list<const char*> names) {
  for (const char* const name : names) {
    if (const char* const value = std::getenv(name); value != nullptr && *value != '\0') return value;
  }
  return {};
}

std::optional<std::uint64_t> launched_rank() {
  for (const char* variable : kRankVariables) {
    if (const char* const rank = std::getenv(variable)) return std::strtoull(rank, nullptr, 10);
  }
  return std::nullopt;
}

std::uint64_t launched_rank_count() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    if (const char* const ranks = std::getenv(variable)) return std::strtoull(ranks, nullptr, 10);
  }
  return 1;
}

std::optional<std::uint64_t> launched_local_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"}) {
    if (const char* const rank = std::getenv(variable)) return std::strtoull(rank, nullptr, 10);
  }
  return std::nullopt;
}

bool launched_first_on_host() { return launched_local_rank().value_or(0) == 0; }

bool launched_by_mpi() {
  constexpr const char* kRanks[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  return std::any_of(std::begin(kRanks), std::end(kRanks),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

bool launched_on_other_hosts() {
  constexpr const char* kCounts[][2] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
                                        {"PMI_SIZE", "MPI_LOCALNRANKS"}};
  for (const auto& [all, here] : kCounts) {
    const char* const ranks = std::getenv(all);
    const char* const local_ranks = std::getenv(here);
    if (ranks != nullptr && local_ranks != nullptr) return std::strcmp(ranks, local_ranks) != 0;
  }
  return false;
}

bool launcher_has_key_value_space() {
  return std::getenv("PMIX_NAMESPACE") != nullptr || std::getenv("PMI_FD") != nullptr;
}

}  // namespace topomorph::inline base
