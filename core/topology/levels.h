// Helpers for those who build trees from what a machine tells.
#pragma once

#include <utility>
#include <vector>

#include "core/topology/tree.h"

namespace topomorph {

/// Drops levels (lowest first) whose nodes all have one child: no two slots meet there. `keep(level)` says what stays
/// anyway; a tree of one slot keeps its root.
template <typename Keep>
std::vector<TreeLevel> without_idle_levels(std::vector<TreeLevel> levels, Keep keep) {
  std::vector<TreeLevel> kept;
  std::size_t nodes_below = levels.back().begin.back();  // slots
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::size_t nodes = levels[i].begin.size() - 1;
    const bool branches = nodes != nodes_below;
    const bool only_level = i + 1 == levels.size() && kept.empty();
    if (!branches && !only_level && !keep(levels[i])) continue;
    nodes_below = nodes;
    kept.push_back(std::move(levels[i]));
  }
  return kept;
}

}  // namespace topomorph
