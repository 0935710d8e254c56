// PMIx as the MPI library of this process uses it: the launcher's board on which processes leave words for each other.
//
// Nothing is linked or loaded: the MPI library's call of PMIx_Commit in MPI_Init arrives here first (commit.cpp) and
// shows which libpmix it uses. No session of our own is kept, since mpirun takes a process that has not ended each of
// its sessions for an abnormal end.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

#include "plugin/process/fixed_string.h"
#include "plugin/process/pmix_abi.h"

namespace topomorph::process::pmix {

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
  Server,  ///< the server of this host, which is not to wait for it
};

/// What `rank` has put under `key`; nothing where it is not there, is no text, or is empty.
std::optional<FixedString> text(std::uint32_t rank, const char* key, From from = From::Here);
/// The same, for a process of this host that is known to put it within `seconds`.
std::optional<FixedString> awaited_text(std::uint32_t rank, const char* key, int seconds);
/// The same two for a process of another host, whose server is asked: a fraction of a millisecond, there or not. Before
/// PMIx 4 a question waits for what is not there: a second at most, and no other is asked then.
std::optional<FixedString> text_from_afar(std::uint32_t rank, const char* key, int seconds);
std::optional<FixedString> awaited_text_from_afar(std::uint32_t rank, const char* key, int seconds);
struct Free {
  void operator()(char* text) const { std::free(text); }
};
using OwnText = std::unique_ptr<char, Free>;

/// Ranks of the job's processes on this host, with commas between them; null where PMIx does not tell.
OwnText local_peers();

/// What this process has been told of `rank` under `key`, as a whole number of any width.
std::optional<std::uint64_t> number(std::uint32_t rank, const char* key);

/// Leaves a text under `key`, and lets the others see it. False: PMIx refuses.
bool put(Scope scope, const char* key, std::string_view text);
/// The same without letting anybody see it yet.
bool put_uncommitted(Scope scope, const char* key, std::string_view text);

/// "PMIx 4.2.2"; of the library in use. Empty where none is.
std::string_view version() noexcept;

}  // namespace topomorph::process::pmix
