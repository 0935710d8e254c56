// Merges a tree and the trees at its leaves into one tree.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/model/tree.h"

namespace topomorph::topology {

/// Puts `parts[p]` in place of slot p of the network, whose distances are multiplied by `scale`. All distances stay.
/// Levels of different parts are one level if their distances are equal, so parts may differ in depth. Names stay; the
/// level "host" is that level of the parts that have one, and the roots of the others. Returns nothing if the result is
/// no tree (two places nearer than two slots of a part), or no single level has all hosts.
std::optional<TreeTopology> merge_trees(const TreeTopology& network, std::span<const TreeTopology* const> parts,
                                        std::uint64_t scale);

}  // namespace topomorph::topology
