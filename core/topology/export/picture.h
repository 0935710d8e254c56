// Lists the nodes and links of a topology, for drawings and exports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/given_topology.h"

namespace topomorph::topology {

/// More nodes than anybody looks at, or reads from JSON.
inline constexpr std::uint64_t kMaxPictureNodes = std::uint64_t{1} << 20;

struct PictureNode {
  std::string name;            ///< "slot 5", "package 1", "(1,2)", or a host's own name
  std::optional<Slot> slot;    ///< set if the node is a slot
  std::size_t level = 0;       ///< 0 for slots and places of a network, else the level of the tree
  std::uint64_t distance = 0;  ///< of slots that meet at this node; 0 if none do
};

struct PictureLink {
  std::uint64_t a, b;  ///< indices of nodes
  std::uint64_t cost;  ///< distance of the two; 0 if it is part of a tree's level distance
};

/// The nodes and links of a topology. Links are undirected and listed once.
struct Picture {
  std::vector<PictureNode> nodes;
  std::vector<PictureLink> links;
};

/// Returns whether picture_of() draws the topology. Counts the links of a topology that has only distances as if every
/// two slots were linked, since it looks at no distance.
bool has_picture(const Topology& topology);

/// Returns the nodes and links. If a topology has only distances, two slots are linked if their distance is less than
/// any path over a third slot. Throws InputError for more than kMaxPictureNodes nodes or sixteen times as many links,
/// and for more than 1024 slots of a topology that has only distances.
Picture picture_of(const GivenTopology& given);

}  // namespace topomorph::topology
