// PMIx as the MPI library of this process uses it: the launcher's board, on which processes leave values for each
// other.
//
// Nothing is linked or loaded. The MPI library calls PMIx_Commit in MPI_Init, which this plugin defines
// (reorder/agreement/agreement.cpp); the call shows which libpmix is in use. No session of our own stays open, because
// mpirun takes a process that has not ended each of its sessions for an abnormal end.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "runtime/process/fixed_string.h"
#include "runtime/process/pmix_abi.h"

namespace topomorph::process::pmix {

/// Returns the PMIx_Commit of the library that `caller` is in or is linked with; null if there is none.
CommitFunction next_commit(const void* caller) noexcept;

/// Uses that library from now on. Returns false if it lacks a function that is needed here.
bool open(const void* caller) noexcept;

/// Whether open() has succeeded.
bool is_open() noexcept;

/// Returns the rank in the job, which equals that in MPI_COMM_WORLD.
std::uint32_t own_rank() noexcept;

/// Where a value may come from.
enum class From {
  Here,    ///< what this process has been told already
  Server,  ///< the server of this host, which answers at once
};

/// Returns the text that `rank` has put under `key`; nothing if there is none, if it is no text, or if it is empty.
std::optional<FixedString> text(std::uint32_t rank, const char* key, From from = From::Here);
/// Waits up to `seconds` for a text that a process of this host is known to put.
std::optional<FixedString> awaited_text(std::uint32_t rank, const char* key, int seconds);
/// Do the same for a process of another host, by asking its server, which takes a fraction of a millisecond. Before
/// PMIx 4 a question for a missing value waits, for a second at most; no other such question is asked then.
std::optional<FixedString> text_from_afar(std::uint32_t rank, const char* key, int seconds);
std::optional<FixedString> awaited_text_from_afar(std::uint32_t rank, const char* key, int seconds);
struct Free {
  void operator()(char* text) const { std::free(text); }
};
using OwnText = std::unique_ptr<char, Free>;

/// Returns the ranks of the job's processes on this host, separated by commas; null if PMIx does not tell.
OwnText local_peers();

/// Reads the ranks of such a list, which may be null and must outlive it, one after the other. Needs no memory.
class RankList {
 public:
  explicit RankList(const char* list) : rest_(list) {}
  std::optional<std::uint32_t> next() {
    if (rest_ == nullptr || *rest_ == '\0') return std::nullopt;
    char* end = nullptr;
    const auto rank = static_cast<std::uint32_t>(std::strtoul(rest_, &end, 10));
    rest_ = *end == '\0' ? end : end + 1;  // behind the comma
    return rank;
  }

 private:
  const char* rest_;
};

/// Returns what this process has been told of `rank` under `key`, as a whole number of any width.
std::optional<std::uint64_t> number(std::uint32_t rank, const char* key);

/// Leaves a text under `key` and makes it visible to the other processes. Returns false if PMIx refuses.
bool put(Scope scope, const char* key, std::string_view text);
/// Leaves a text under `key` without making it visible yet.
bool put_uncommitted(Scope scope, const char* key, std::string_view text);

/// Returns the version of the library in use, such as "PMIx 4.2.2"; empty if none is in use.
std::string_view version() noexcept;

}  // namespace topomorph::process::pmix
