// Chooses the hosts of a job by TopoMatch with constraints.
#include "core/allocation/topomatch_allocator.h"

#include "core/mapping/baselines/topomatch_tree.h"
#include "core/topology/shapes/restricted.h"

namespace topomorph::allocation {

namespace {

/// Returns the slot of each role of a tree that may have more slots than roles.
Mapping from_the_top(const Affinity& traffic, const TreeTopology& tree, const mapping::MapOptions& options) {
  mapping::TopoMatchContext context{mapping::parse_topomatch_options(""), Random(options.seed),
                                    Deadline(options.time_limit)};
  const mapping::Graph graph = mapping::scaled_graph(traffic, options.weight, tree.slots(), mapping::kLargestSum);
  const std::vector<mapping::Vertex> on_slot = mapping::topomatch_top_down(graph, tree, context);
  Mapping mapping(traffic.roles());
  for (Slot slot = 0; slot < on_slot.size(); ++slot) {
    if (on_slot[slot] < mapping.size()) mapping[on_slot[slot]] = slot;
  }
  return mapping;
}

}  // namespace

std::vector<Slot> topomatch_on(const mapping::FreeHosts& free, const Affinity& traffic,
                               const mapping::MapOptions& options) {
  mapping::check_free(free, traffic.roles());
  const auto part = topology::restrict_to(borrowed(free.network), free.hosts);
  mapping::MapOptions by_scotch;
  by_scotch.algorithm = "topomatch";
  by_scotch.seed = options.seed;
  by_scotch.weight = options.weight;
  const TreeTopology* tree = as_tree(*part);
  std::vector<Slot> hosts =
      tree != nullptr ? from_the_top(traffic, *tree, options) : mapping::map(traffic, *part, by_scotch).mapping;
  for (Slot& host : hosts) host = free.hosts[host];
  return hosts;
}

}  // namespace topomorph::allocation
