// The agreement over PMIx: one process of each host speaks for its host.
#pragma once

#include <cstdint>

#include "reorder/agreement/outcome.h"

namespace topomorph::reorder::agreement {

/// Leaves `card` for all processes. Called before the MPI library's PMIx_Commit.
bool leave_card(const process::FixedString& card) noexcept;

/// Called after the fence in MPI_Init, when each card is there or will never be. The first process of each host reads
/// the cards of all `processes`, about 8 microseconds each, and tells its host the result. The others wait for it if
/// the first process has a card. All first processes read the same cards and find the same. No process waits for one
/// that is not known to come; `seconds` limit the wait for a process that ends in the meantime.
///
/// If the fence distributes no cards (Open MPI 5), the first process asks the server of each other host for the card of
/// that host's first process and for the result that it has found on its host. Asking for every card would take half a
/// second with a thousand processes.
///
/// The first processes use no fence among themselves: a fence of a few processes works under mpirun, but never ends in
/// Slurm's server (22.05).
Outcome ask_by_host(const process::FixedString& card, std::uint32_t processes, int seconds) noexcept;

}  // namespace topomorph::reorder::agreement
