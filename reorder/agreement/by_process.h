// The agreement over PMI: each process reads what all have left.
#pragma once

#include "reorder/agreement/agreement.h"

namespace topomorph::reorder::agreement {

/// Before MPI_Init: leaves `card` where everybody sees it behind a barrier of MPI_Init. `seconds` are for the launcher.
void leave_card_for_all(const Line& card, double seconds) noexcept;

/// Behind MPI_Init. A second exchange would need a barrier, which would meet that of a process without the library in
/// its MPI_Finalize: so all read all cards, and all find the same.
Outcome ask_by_process(const Line& card, int processes) noexcept;

}  // namespace topomorph::reorder::agreement
