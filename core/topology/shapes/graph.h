// Any network: a graph of links, some of whose vertices are slots, and shortest paths in it.
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

namespace topomorph::topology {

/// Slot i is a vertex of a graph; the distance is the cost of the cheapest path. A slot with one link is attached to
/// the vertex at its other end. Distances are kept only for vertices with attached slots (switches) and for other
/// slots, so memory and time grow with the square of their number, not of the slots'.
class GraphTopology final : public NetworkTopology {
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
  Shape as_shape() const override { return this; }
  std::shared_ptr<const Routing> routing() const override;
  std::optional<Extent> extent() const override { return std::nullopt; }
  bool numbered_by_nearness() const override { return false; }

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

/// Every vertex forwards to a neighbour nearer to the destination. The destination's slot number selects among several
/// (ordered by number), so that messages to different destinations share equal paths. The distances to a destination
/// are computed on first use; those of the last destinations are kept, up to 64 MB. Thread-safe.
class GraphRouting final : public Routing {
 public:
  /// The topology must outlive this. A link's bandwidth is the inverse of its cost.
  explicit GraphRouting(const GraphTopology& topology);

  std::uint64_t links() const override { return source_.size(); }
  /// Returns "3->7", the vertices of the graph.
  std::string name(Link link) const override;
  std::optional<LinkEnds> ends(Link link) const override;
  double bandwidth(Link link) const override { return 1 / static_cast<double>(end(link).cost); }
  void route(Slot a, Slot b, std::vector<Link>& path) const override;

 private:
  using Costs = std::vector<std::uint32_t>;  // from each vertex to one destination

  const LinkGraph::End& end(Link link) const { return graph_.links_of(0).data()[link]; }
  Link first_link(std::uint64_t vertex) const {
    return static_cast<Link>(graph_.links_of(vertex).data() - graph_.links_of(0).data());
  }
  /// Returns the link over which `vertex` forwards.
  Link next(std::uint64_t vertex, const Costs& costs, Slot goal) const;
  std::shared_ptr<const Costs> costs_to(std::uint64_t vertex) const;

  const GraphTopology& topology_;
  const LinkGraph& graph_;
  std::vector<std::uint32_t> source_;  // by link
  mutable std::mutex mutex_;
  mutable ShortestPaths paths_;
  mutable std::unordered_map<std::uint64_t, std::shared_ptr<const Costs>> known_;
};

}  // namespace topomorph::topology
