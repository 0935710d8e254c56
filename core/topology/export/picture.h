// The picture of a topology: what there is, and what is linked to what.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// More nodes than anybody looks at, or reads from JSON.
inline constexpr std::uint64_t kMaxPictureNodes = std::uint64_t{1} << 20;

struct PictureNode {
  std::string name;            ///< "slot 5", "package 1", "(1,2)", a host's own name
  std::optional<Slot> slot;    ///< where it is a slot
  std::size_t level = 0;       ///< 0 for slots and places of a network, above them the level of a tree
  std::uint64_t distance = 0;  ///< of slots that meet here; 0 where nothing meets
};

struct PictureLink {
  std::uint64_t a, b;  ///< nodes
  std::uint64_t cost;  ///< distance of the two; 0 where it is part of a tree's level distance
};

/// Links are undirected and there once.
struct Picture {
  std::vector<PictureNode> nodes;
  std::vector<PictureLink> links;
};

/// Whether picture_of() draws it: without a look at its links, so that very many between slots of which only distances
/// are known are thought to be too many.
bool has_picture(const Topology& topology);

/// Throws InputError for more than kMaxPictureNodes nodes or sixteen times as many links, and for more than 1024 slots
/// of a kind that tells distances only; there those pairs are linked whose distance is less than any way over a third
/// slot.
Picture picture_of(const GivenTopology& given);

}  // namespace topomorph::topology
