// Helpers for those who build trees from what a machine tells, and for those who name their levels.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::inline model {

/// Name of a level in all output, or "level2" with its number from the slots up where it has none; "slot" for level 0.
inline std::string level_name(const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "slot";
  const std::string& name = tree.level(level).name;
  return name.empty() ? "level" + std::to_string(level) : name;
}

/// Drops levels (lowest first) whose nodes all have one child: no two slots meet there. Of levels with the same nodes
/// the outermost stays and gives its name (a package, not its only cache); the last level always stays.
inline std::vector<TreeLevel> without_idle_levels(std::vector<TreeLevel> levels) {
  std::vector<TreeLevel> kept;
  const std::size_t slots = levels.back().begin.back();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::size_t nodes = levels[i].begin.size() - 1;
    if (!kept.empty() && kept.back().begin.size() - 1 == nodes) {
      kept.back() = std::move(levels[i]);
    } else if (nodes != slots || i + 1 == levels.size()) {
      kept.push_back(std::move(levels[i]));
    }
  }
  return kept;
}

/// The level whose nodes are the hosts, of which `begin` has the first slots and the end of the last: the one called
/// "host", else the lowest (0 where each has one slot); nothing where there is none.
inline std::optional<std::size_t> level_of_hosts(const TreeTopology& tree, const std::vector<Slot>& begin) {
  std::optional<std::size_t> lowest;
  if (begin.size() == tree.slots() + 1) lowest = 0;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).begin != begin) continue;
    if (tree.level(l).name == "host") return l;
    if (!lowest) lowest = l;
  }
  return lowest;
}

}  // namespace topomorph::inline model
