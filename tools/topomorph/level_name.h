// What the levels of a tree are called.
#pragma once

#include <string>

#include <fmt/format.h>

#include "core/topology/tree.h"

namespace topomorph::cli {

/// Name of a level in all output, or "level2" with its number from the slots up where it has none; "slot" for level 0.
inline std::string level_name(const TreeTopology& tree, std::size_t level) {
  if (level == 0) return "slot";
  const std::string& name = tree.level(level).name;
  return name.empty() ? fmt::format("level{}", level) : name;
}

}  // namespace topomorph::cli
