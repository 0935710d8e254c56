// Hydra's key-value space: the launcher's board where MPICH's launcher has started the job.
//
// MPICH speaks PMI-1 itself, lines of text on a descriptor that the launcher hands down, and exports no function to
// stand in front of. So its lines are spoken here too, before MPI_Init and behind it: a question, its answer, and
// nothing is left on the descriptor for the MPI library to stumble over. Only with Hydra, which takes a second greeting
// (srun --mpi=pmi2 does not), and shows what was put behind the next barrier of MPI_Init.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugin/process/fixed_string.h"

namespace topomorph::process::pmi {

/// Of larger jobs, one process of each host would read for seconds (35 microseconds a card).
inline constexpr std::uint32_t kMostProcesses = 8192;

/// Whether the environment says that Hydra has started this process in a job of 2 to kMostProcesses. The same on all of
/// the job.
bool is_offered() noexcept;

/// Where the environment says so: rank and number of processes in the job, which are those of MPI_COMM_WORLD.
std::uint32_t own_rank() noexcept;
std::uint32_t processes() noexcept;

/// Greets the launcher. False where it does not answer as expected within `seconds`, which hold for every question;
/// then, as behind any unexpected answer, nothing is asked any more.
bool open(double seconds) noexcept;

/// Whether open() has succeeded and all answers since were as expected.
bool is_open() noexcept;

/// The name of the job's key-value space, which no other job of this host has.
std::string_view space() noexcept;

/// Puts a text of any characters, at most a thousand with those that are to be encoded. False: it was not taken.
bool put(std::string_view key, std::string_view text) noexcept;

/// What was put under `key` before a barrier of MPI_Init; nothing where nothing was, or where the board has closed.
std::optional<FixedString> text(std::string_view key) noexcept;

/// The number of this process's program, of those that the launcher was given; 0 where it does not tell.
std::uint64_t program() noexcept;

/// The host of each rank by number, as the launcher writes it: "(vector,(0,2,1))". Empty where it does not tell.
FixedString process_mapping() noexcept;

}  // namespace topomorph::process::pmi
