// A tree whose leaves are trees, as one tree.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/model/tree.h"

namespace topomorph::topology {

/// `parts[p]` in place of slot p of the network, whose distances are multiplied by `scale`. All distances are as they
/// were; levels of different parts are one level where their distances are equal, so that parts may differ in depth.
/// Names are kept; the level "host" is that of the parts that have one, and the roots of those that have none. Nothing
/// where that is no tree (two places would be nearer than two slots of a part), or where no one level has all hosts.
std::optional<TreeTopology> merge_trees(const TreeTopology& network, std::span<const TreeTopology* const> parts,
                                        std::uint64_t scale);

}  // namespace topomorph::topology
