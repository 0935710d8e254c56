// The agreement over PMIx: one process of each host speaks for its host.
#pragma once

#include <cstdint>

#include "reorder/agreement/agreement.h"

namespace topomorph::reorder::agreement {

/// Before the MPI library's commit: leaves `card` for everybody.
bool leave_card(const process::FixedString& card) noexcept;

/// Behind MPI_Init's fence, when everybody's card is there or will never be. The first process of each host reads the
/// cards of all `processes`, about 8 microseconds each, and tells its host what it has found; the others wait for that,
/// if the first has a card. All first processes read the same, so they find the same; nobody waits for somebody who is
/// not known to come. `seconds` are for a process that ends meanwhile.
///
/// Where the fence hands no cards out (Open MPI 5), the first process asks for the card of each other host's first and
/// for what that has found on its host, of that host's server: a card of every process would take half a second with a
/// thousand of them.
///
/// No fence among the first processes: one of a few processes works under mpirun, but in Slurm's server (22.05) never
/// ends.
Outcome ask_by_host(const process::FixedString& card, std::uint32_t processes, int seconds) noexcept;

}  // namespace topomorph::reorder::agreement
