// The agreement over PMI: one process of each host reads the cards of all processes.
#pragma once

#include "reorder/agreement/outcome.h"

namespace topomorph::reorder::agreement {

/// Leaves `card` before MPI_Init; all processes see it after a barrier of MPI_Init. `seconds` is the time limit of the
/// launcher.
void leave_card_for_all(const process::FixedString& card, double seconds) noexcept;

/// Called before MPI_Init where the launcher accepts one greeting only: leaves `card`, if it is not empty, as soon as
/// the MPI library has greeted. Returns false if it cannot.
bool leave_card_when_greeted(const process::FixedString& card, double seconds) noexcept;

/// Called after MPI_Init. A second exchange through PMI would need a barrier, which would meet that of a process
/// without the library in its MPI_Finalize. Therefore the first process of each host reads all cards, about 35
/// microseconds each, and tells its host the result (runtime/process/host_mailbox.h), for which it reads once more
/// where each mailbox of the host is. The others wait for it, `seconds` at most, if the first process has a card. All
/// first processes read the same cards and find the same.
Outcome ask_by_process(const process::FixedString& card, int processes, double seconds) noexcept;

}  // namespace topomorph::reorder::agreement
