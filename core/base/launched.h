// What launchers tell a process in its environment, before MPI can be asked.
#pragma once

#include <cstdint>
#include <optional>

namespace topomorph::inline base {

/// Returns the rank that the launcher gave this process (Open MPI, PMIx, Hydra and other PMI launchers, Slurm); nothing
/// if no variable says.
std::optional<std::uint64_t> launched_rank();

/// Returns the number of ranks that the launcher started; 1 if no variable says.
std::uint64_t launched_ranks();

/// Returns whether this host has no lower rank; true if no variable says.
bool launched_first_on_host();

/// Returns whether an MPI launcher started this process as a rank of a job. Slurm's variables alone do not prove it:
/// the shells of allocations have them, too.
bool launched_by_mpi();

/// Returns whether the launcher put ranks of this job on other hosts (Open MPI, Hydra); false if no variable says.
bool launched_on_other_hosts();

/// Returns whether the launcher has a key-value space (PMIx, Hydra's PMI) in which processes publish that they have the
/// library.
bool launched_with_board();

}  // namespace topomorph::inline base
