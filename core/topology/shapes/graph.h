// Any network at all: a graph of links, some of whose vertices are slots; and shortest ways in it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/given_topology.h"
#include "core/topology/shapes/network.h"
#include "core/topology/shapes/shortest_paths.h"
#include "core/topology/shapes/tables.h"

namespace topomorph::topology {

/// Slot i is a vertex of a graph; the distance is the cost of the cheapest path. A slot with one link hangs on the
/// vertex at its other end: distances are kept for the vertices that slots hang on (switches), and for slots that hang
/// on none, so memory and time grow with their square, not with the slots'.
class GraphTopology final : public NetworkTopology {
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
  Shape as_shape() const override { return this; }
  std::shared_ptr<const Routing> routing() const override;
  std::optional<Extent> extent() const override { return std::nullopt; }
  bool numbered_by_nearness() const override { return false; }

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

/// Every vertex passes a message on to a neighbour that is nearer to its goal; of several, taken in the order of their
/// numbers, to the one that the goal's slot number picks, so that equal ways share what goes to different goals. The
/// distances to a goal are computed when first asked for; those of the last goals are kept, as far as 64 MB go. May be
/// called from several threads.
class GraphRouting final : public Routing {
 public:
  /// The topology outlives this. A link's bandwidth is the inverse of its cost.
  explicit GraphRouting(const GraphTopology& topology);

  std::uint64_t links() const override { return source_.size(); }
  /// "3->7": vertices of the graph.
  std::string name(Link link) const override;
  double bandwidth(Link link) const override { return 1 / static_cast<double>(end(link).cost); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  using Costs = std::vector<std::uint32_t>;  // of the way to one vertex, from each

  const LinkGraph::End& end(Link link) const { return graph_.links_of(0).data()[link]; }
  Link first_link(std::uint64_t vertex) const {
    return static_cast<Link>(graph_.links_of(vertex).data() - graph_.links_of(0).data());
  }
  /// The link that leads on from `vertex`.
  Link next(std::uint64_t vertex, const Costs& costs, Slot goal) const;
  std::shared_ptr<const Costs> costs_to(std::uint64_t vertex) const;

  const GraphTopology& topology_;
  const LinkGraph& graph_;
  std::vector<std::uint32_t> source_;  // of each link
  mutable std::mutex mutex_;
  mutable ShortestPaths paths_;
  mutable std::unordered_map<std::uint64_t, std::shared_ptr<const Costs>> known_;
};

}  // namespace topomorph::topology
