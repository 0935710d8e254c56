// Shortest paths in any graph of links.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/graph_topology.h"

namespace topomorph::topology {

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
