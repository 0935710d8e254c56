// Shortest ways in any graph of links.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/model/routing.h"
#include "core/topology/shapes/graph_topology.h"

namespace topomorph::topology {

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
