// The agreement over PMI: one process of each host reads what all have left.
#pragma once

#include "reorder/agreement/agreement.h"

namespace topomorph::reorder::agreement {

/// Before MPI_Init: leaves `card` where everybody sees it behind a barrier of MPI_Init. `seconds` are for the launcher.
void leave_card_for_all(const process::FixedString& card, double seconds) noexcept;

/// Behind MPI_Init. A second exchange through PMI would need a barrier, which would meet that of a process without the
/// library in its MPI_Finalize. So the first process of each host reads all cards, about 35 microseconds each, and
/// tells its host what it has found (verdict.h); the others wait for that, `seconds` at most, if the first has a card.
/// All first processes read the same, so they find the same.
Outcome ask_by_process(const process::FixedString& card, int processes, double seconds) noexcept;

}  // namespace topomorph::reorder::agreement
