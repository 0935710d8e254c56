// Helpers that build the levels of trees and name them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/tree.h"

namespace topomorph::inline model {

/// Returns the name of a level for all output: its own, else "level2" with its number counted from the slots up; "slot"
/// for level 0.
inline std::string level_name(const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "slot";
  const std::string& name = tree.level(level).name;
  return name.empty() ? "level" + std::to_string(level) : name;
}

/// Drops levels (lowest first) whose nodes all have one child, where no two slots meet. Of levels with the same nodes
/// the outermost stays and gives its name (a package, not its only cache). The last level always stays.
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

/// Returns the level whose nodes are the hosts: of the levels with these nodes the one named "host", else the lowest; 0
/// if each host has one slot; nothing if no level matches. `begin` has the first slot of each host and the end of the
/// last.
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
