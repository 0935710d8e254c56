// Any network: a graph of links, some of whose vertices are slots.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/given_topology.h"
#include "core/model/topology.h"
#include "core/topology/shapes/shortest_paths.h"
#include "core/topology/shapes/tabled_topology.h"

namespace topomorph::topology {

/// Slot i is a vertex of a graph; the distance is the cost of the cheapest path. A slot with one link is attached to
/// the vertex at its other end. Distances are kept only for vertices with attached slots (switches) and for other
/// slots, so memory and time grow with the square of their number, not of the slots'.
class GraphTopology final : public Topology {
 public:
  /// `vertex_of_slot` has any order, each vertex once. Throws InputError if a slot cannot be reached, for more than
  /// TabledTopology::kMaxSlots vertices to keep distances for, and for distances of 2^32.
  GraphTopology(LinkGraph graph, std::vector<std::uint64_t> vertex_of_slot);

  std::uint64_t slots() const override { return place_.size(); }
  std::uint64_t distance(Slot a, Slot b) const override {
    if (a == b) return 0;
    return place_[a].cost + place_[b].cost + points_->distance(place_[a].point, place_[b].point);
  }
  std::string describe() const override;

  std::uint64_t points() const { return points_->slots(); }  ///< vertices that distances are kept for
  const LinkGraph& graph() const { return graph_; }
  std::uint64_t vertex_of(Slot slot) const { return vertex_of_slot_[slot]; }

 private:
  struct Place {
    std::uint32_t point = 0, cost = 0;  // the vertex it is attached to, and the cost of the link; cost 0: it is that
                                        // vertex
  };

  LinkGraph graph_;
  std::vector<std::uint64_t> vertex_of_slot_;
  std::vector<Place> place_;
  std::unique_ptr<const TabledTopology> points_;
};

/// Returns the network whose links are an affinity's entries, with their bytes as costs; an entry and its reverse are
/// one link. Slots are all vertices, or those of a list in its order ("0-3,8", from 0), or with "leaves" those with one
/// link. Throws InputError.
GraphTopology graph_topology(const Affinity& links, const std::optional<std::string>& hosts);

/// Reads graph:FILE[@hosts=LIST|@leaves], a graph in a format of affinities (METIS, Matrix Market, ...). Throws
/// InputError.
GivenTopology read_graph(const std::string& text);

}  // namespace topomorph::topology
