// The best layout there is, for very few slots.
#pragma once

#include <cstdint>
#include <optional>

#include "core/mapping/tree/layout.h"

namespace topomorph::mapping {

/// Search of all layouts that keep the `fixed` vertices where `start` has them, by branch and bound; nodes of the same
/// shape that are empty alike count once. Nothing if more than `budget` partial layouts would have to be looked at.
/// Time grows with the factorial of the number of vertices that have edges.
std::optional<Layout> best_of_all(const Graph& graph, const SlotTree& tree, const Layout& start,
                                  const std::vector<char>& fixed, std::uint64_t budget);

}  // namespace topomorph::mapping
