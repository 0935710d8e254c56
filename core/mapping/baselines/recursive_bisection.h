// Recursive bisection of roles and slots together, by graphs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Recursive graph bisection as in LibTopoMap ([Hoefler 2011]; [Tuncer 2015, section 2.2.2]). Bisects both graphs with
/// a small cut and maps first halves onto first halves. The slots' graph has an edge between all slots, whose weight is
/// the inverse of the distance. All pairs grow with the square of the slots: sets of more than kMostGraphSlots slots
/// are halved between their layers (SlotCutter), and graphs are made of the parts. If there are fewer roles than slots,
/// uses the first slots of linear_order().
Mapping map_by_graph_bisection(const Problem& problem);
inline constexpr std::size_t kMostGraphSlots = 2048;

}  // namespace topomorph::mapping
