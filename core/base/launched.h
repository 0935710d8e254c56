// What launchers tell a process of the job through its environment, before MPI can be asked.
#pragma once

#include <cstdint>
#include <optional>

namespace topomorph::inline base {

/// The rank that the launcher gave this process (Open MPI, PMIx, Hydra and others that speak PMI, Slurm); nothing where
/// none says.
std::optional<std::uint64_t> launched_rank();

/// How many ranks the launcher has started with this one; 1 where none says.
std::uint64_t launched_ranks();

/// Whether no rank of a lower number is on this host; true where no launcher says.
bool launched_first_on_host();

/// Whether a launcher of MPI has started this process as a rank of a job. Slurm's variables alone do not say that: they
/// are in the shells of allocations, too.
bool launched_by_mpi();

/// Whether the launcher has put ranks of this job on other hosts (Open MPI, Hydra); false where none says.
bool launched_on_other_hosts();

/// Whether the launcher has a board on which processes see who has the library (PMIx, Hydra's PMI).
bool launched_with_board();

}  // namespace topomorph::inline base
