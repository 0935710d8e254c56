// Any network at all: a graph of links, some of whose vertices are slots.
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

/// Slot i is a vertex of a graph; the distance is the cost of the cheapest path. A slot with one link hangs on the
/// vertex at its other end: distances are kept for the vertices that slots hang on (switches), and for slots that hang
/// on none, so memory and time grow with their square, not with the slots'.
class GraphTopology final : public Topology {
 public:
  /// `vertex_of_slot` in any order, each once. Throws InputError where a slot cannot be reached, for more than
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
    std::uint32_t point = 0, cost = 0;  // what it hangs on, and the cost of its link there; 0: it is that itself
  };

  LinkGraph graph_;
  std::vector<std::uint64_t> vertex_of_slot_;
  std::vector<Place> place_;
  std::unique_ptr<const TabledTopology> points_;
};

/// The network whose links an affinity's entries are, with their bytes as costs; an entry and the one back are one
/// link. Slots are all vertices, or those of a list in its order ("0-3,8", from 0), or with "leaves" those with one
/// link. Throws InputError.
GraphTopology graph_topology(const Affinity& links, const std::optional<std::string>& hosts);

/// graph:FILE[@hosts=LIST|@leaves]: a graph in one of the formats of affinities (METIS, Matrix Market, ...). Throws
/// InputError.
GivenTopology read_graph(const std::string& text);

}  // namespace topomorph::topology
