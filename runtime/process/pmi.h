// The key-value space of Hydra and Slurm: the launcher's board in jobs of MPICH.
//
// MPICH speaks PMI-1 itself, as lines of text on a descriptor that the launcher hands down, and exports no function
// that could be intercepted. This module speaks the same protocol on the same descriptor, before and after MPI_Init:
// one question, one answer, and no byte left over for the MPI library. Both launchers show values after the next
// barrier of MPI_Init. Hydra accepts a second greeting; with Slurm, which does not, the MPI library greets
// (runtime/process/pmi_relay.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "runtime/process/fixed_string.h"

namespace topomorph::process::pmi {

/// In a larger job one process of each host would read for seconds, at 35 microseconds a card.
inline constexpr std::uint32_t kMostProcesses = 8192;

enum class Launcher {
  Other,
  Hydra,  ///< accepts a second greeting on its descriptor
  Slurm,  ///< srun --mpi=pmi2: ends the job at a second greeting
};

/// Returns what the environment says has started this process in a job of 2 to kMostProcesses. The same on all
/// processes of the job.
Launcher launcher() noexcept;

/// Returns the descriptor that the launcher has handed down; nothing if it has not.
std::optional<int> descriptor() noexcept;

/// Rank and number of processes in the job as the environment says them; the same as in MPI_COMM_WORLD.
std::uint32_t own_rank() noexcept;
std::uint32_t processes() noexcept;

/// Greets the launcher. Returns false if the launcher does not answer as expected within `seconds`, the limit for every
/// question. After any unexpected answer no question is asked any more.
bool open(double seconds) noexcept;

/// Takes part in a conversation that the MPI library has begun, when the launcher's first answer has come on
/// `descriptor`. Returns this line, which the MPI library waits for, and has then asked as open() does; leaves any
/// other line than an answer to a greeting in PMI-1, and returns nothing.
FixedString join(int descriptor, double seconds) noexcept;

/// Goes on at another descriptor of the same conversation.
void go_on_at(int descriptor) noexcept;

/// Whether open() or join() has succeeded and all answers since were as expected.
bool is_open() noexcept;

/// Puts a text of any characters, at most a thousand after encoding. Returns false if it was not accepted.
bool put(std::string_view key, std::string_view text) noexcept;

/// Returns what was put under `key` before a barrier of MPI_Init; nothing if there was none or if the board has closed.
std::optional<FixedString> text(std::string_view key) noexcept;

/// Returns the number of this process's program among those of the launcher's command line; 0 if the launcher does not
/// tell.
std::uint64_t program() noexcept;

/// Returns the host of each rank by number, as the launcher writes it: "(vector,(0,2,1))". Empty if the launcher does
/// not tell.
FixedString process_mapping() noexcept;

}  // namespace topomorph::process::pmi
