// The agreement over MPI_COMM_WORLD, where there is no board.
#pragma once

#include "reorder/agreement/agreement.h"

namespace topomorph::reorder::agreement {

/// Compares all cards with that of rank 0. Collective over MPI_COMM_WORLD, in any mode: whoever has no library is
/// waited for.
Outcome ask_over_world(const Line& card) noexcept;

}  // namespace topomorph::reorder::agreement
