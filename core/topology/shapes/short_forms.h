// Reads shapes given by a few numbers: "mesh:8x8", "hcub:10", "tleaf:4,180,24,90", ...
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/given_topology.h"
#include "core/model/tree.h"

namespace topomorph::topology {

/// Returns the distances of a tree's levels from the costs of their links, both from the lowest level up. The distance
/// of two slots is the sum of the costs from the level where they meet down to them (one side of the path, as in
/// Scotch). Throws InputError if a sum reaches 2^62.
inline std::vector<std::uint64_t> distances_of_link_costs(std::span<const std::uint64_t> costs) {
  constexpr std::uint64_t kMost = (std::uint64_t{1} << 62) - 1;
  std::vector<std::uint64_t> distances;
  std::uint64_t sum = 0;
  for (const std::uint64_t cost : costs) {
    if (__builtin_add_overflow(sum, cost, &sum) || sum > kMost) {
      throw InputError("found costs of links whose sum is 2^62 or more, expected less");
    }
    distances.push_back(sum);
  }
  return distances;
}

/// The root's name in a tree of more than two levels whose source names none: any level may have the hosts.
inline constexpr std::string_view kUnnamedLevels = "system";
/// Returns the tree with this name of its root; a tree of one or two levels, in which only one level can have the
/// hosts, as it is.
TreeTopology with_unnamed_levels(const TreeTopology& tree);

/// Returns slots that are all at distance 1.
TreeTopology complete(std::uint64_t slots);

// Readers of the text after the prefix. All throw InputError, with the whole specification in it.

/// ARITY:ARITY:...[@DISTANCE:...], from the slots up. The word "host" among the arities stands behind the levels inside
/// a host; without it, hosts are the nodes below the root (evaluation::host_level_of()).
GivenTopology read_tree(const std::string& text);
/// 8x8[@COST:COST]: sizes, the first coordinate fastest, and the cost of a hop along each (or one for all).
GivenTopology read_mesh(const std::string& text);
GivenTopology read_torus(const std::string& text);
/// DIMENSIONS of two slots each.
GivenTopology read_hypercube(const std::string& text);
/// SLOTS, all at distance 1.
GivenTopology read_complete(const std::string& text);
/// SPEED,SPEED,...: one slot for each speed, all at distance 1.
GivenTopology read_weighted_complete(const std::string& text);
/// ARITY,COST,ARITY,COST,... from the root down, optionally after the number of levels, as in Scotch's "tleaf". The
/// distance is the sum of the costs from the level where two slots meet down to them. The word "host" stands before the
/// levels inside a host; without it, the hosts of a tree of more than two levels are unknown.
GivenTopology read_tree_leaves(const std::string& text);
/// GROUPSxROUTERSxHOSTS[xGLOBAL_LINKS][@HOST:LOCAL:GLOBAL]; see DragonflyTopology.
GivenTopology read_dragonfly(const std::string& text);

}  // namespace topomorph::topology
