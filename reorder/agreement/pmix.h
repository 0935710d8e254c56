// PMIx as the MPI library of this process uses it: the launcher's board on which processes leave words for each other.
//
// Nothing is linked or loaded: the MPI library's call of PMIx_Commit in MPI_Init arrives here first (commit.cpp) and
// shows which libpmix it uses. No session of our own is kept, since mpirun takes a process that has not ended each of
// its sessions for an abnormal end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "reorder/agreement/pmix_abi.h"
#include "reorder/line.h"

namespace topomorph::reorder::pmix {

/// The PMIx_Commit of the library that `caller` is in or is linked with; null where there is none.
CommitFunction next_commit(const void* caller) noexcept;

/// Uses that library from now on. False where it has not all that is needed here.
bool open(const void* caller) noexcept;

/// Whether open() has succeeded.
bool is_open() noexcept;

/// Rank in the job, which is that in MPI_COMM_WORLD.
std::uint32_t own_rank() noexcept;

/// Where an answer may come from.
enum class From {
  Here,    ///< what this process has been told already
  Server,  ///< the launcher's servers, which are not to wait for it
};

/// What `rank` has put under `key`; nothing where it is not there, is no text, or is empty.
std::optional<Line> text(std::uint32_t rank, const char* key, From from = From::Here);
/// The same, for a process of this host that is known to put it within `seconds`.
std::optional<Line> awaited_text(std::uint32_t rank, const char* key, int seconds);
/// The same for whole numbers of any width.
std::optional<std::uint64_t> number(std::uint32_t rank, const char* key);

/// Leaves a text under `key`, and lets the others see it. False: PMIx refuses.
bool put(Scope scope, const char* key, std::string_view text);
/// The same without letting anybody see it yet.
bool put_uncommitted(Scope scope, const char* key, std::string_view text);

/// The job's processes on a host; libpmix's memory, freed with the object.
class Peers {
 public:
  explicit Peers(const char* host);
  ~Peers();
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;
  std::span<const Process> all() const { return {processes_, count_}; }
  /// The lowest rank among them; nothing where PMIx does not know.
  std::optional<std::uint32_t> first() const;

 private:
  Process* processes_ = nullptr;
  std::size_t count_ = 0;
};

/// "PMIx 4.2.2"; of the library in use. Empty where none is.
std::string_view version() noexcept;

}  // namespace topomorph::reorder::pmix
