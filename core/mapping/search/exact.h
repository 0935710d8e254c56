// The best assignment on a tree, for very few vertices.
#pragma once

#include <cstdint>
#include <optional>

#include "core/mapping/slots/assignment.h"
#include "core/mapping/slots/occupancy.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Searches all assignments that keep the `fixed` vertices where `start` has them, by branch and bound. Tries one of
/// several empty nodes of the same shape beside each other. Returns nothing if this takes more than `budget` partial
/// assignments. Time grows with the factorial of the number of vertices that have edges.
std::optional<Assignment> best_of_all(const Graph& graph, const SlotTree& tree, const Assignment& start,
                                      const std::vector<char>& fixed, std::uint64_t budget);

/// Searches all assignments that keep the limits, as `start` does. Returns the slots of the vertices, or nothing as
/// above. The budget here also counts assignments that are dropped at once because of their cost.
std::optional<std::vector<Vertex>> best_within_limits(const Graph& graph, const SlotTree& tree, const Limits& limits,
                                                      const std::vector<Vertex>& start, std::uint64_t budget);

}  // namespace topomorph::mapping
