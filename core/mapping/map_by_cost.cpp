// map() for any cost model: the model is put into volumes and distances, and judges what comes out.
#include "core/mapping/map_by_cost.h"

#include <algorithm>
#include <numeric>

#include "core/base/deadline.h"
#include "core/evaluation/cost_terms.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/bottleneck/busiest_links.h"
#include "core/mapping/presets.h"
#include "core/mapping/registry.h"
#include "core/model/groups.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

namespace {

const TreeTopology* as_tree(const Topology& topology) { return dynamic_cast<const TreeTopology*>(&topology); }

MapResult map_time_on_tree(const Affinity& affinity, const TreeTopology& tree, const MapOptions& options,
                           const evaluation::CostOptions& cost) {
  if (cost.model == evaluation::CostModel::Bottleneck) {
    return map(affinity, evaluation::with_distances(tree, evaluation::distances_in_time(cost.costs, 0, 1)), options);
  }
  const auto bytes = static_cast<double>(affinity.total_bytes()),
             messages = static_cast<double>(affinity.total_messages());
  return map(
      evaluation::with_latency(affinity, cost.costs.levels.back()),
      evaluation::with_distances(tree, evaluation::distances_in_time(cost.costs, messages, std::max(bytes, 1.0))),
      options);
}

MapResult map_as_model_says(const Affinity& affinity, const Topology& topology, MapOptions options,
                            const evaluation::CostOptions& cost) {
  options.weight = evaluation::weight_of(cost.model);
  const bool by_hosts = cost.model == evaluation::CostModel::Bytes || cost.model == evaluation::CostModel::Messages;
  if (by_hosts) return map(affinity, *evaluation::far_hosts_or_throw(topology, cost), options);
  if (const TreeTopology* tree = as_tree(topology)) return map_time_on_tree(affinity, *tree, options, cost);
  if (cost.model == evaluation::CostModel::Bottleneck) return map(affinity, topology, options);
  return map(evaluation::with_latency(affinity, cost.per_distance), topology,
             options);  // time is in proportion to the distance
}

void relieve(const Affinity& affinity, const Topology& topology, const MapOptions& options,
             const evaluation::CostOptions& cost, MapResult& result) {
  const TreeTopology* tree = as_tree(topology);
  if (tree != nullptr && !cost.routing) {
    relieve_busiest_links(affinity, *tree, cost.costs, options, result.mapping);
    return;
  }
  const Mapping before = result.mapping;
  relieve_busiest_links(affinity, *evaluation::routes_or_throw(topology, cost), topology.slots(), options,
                        result.mapping);
  if (result.mapping != before) result.algorithm = "busiest links";
}

/// Orders that are there without any search, pinned roles put to their slots: role i on slot i, and the launcher's,
/// last: of equal ones it stays.
std::vector<MapResult> orders_at_hand(std::uint64_t roles, std::uint64_t slots, const MapOptions& options) {
  std::vector<MapResult> orders;
  if (roles <= slots) {
    orders.push_back({Mapping(roles), "identity", 0});
    std::iota(orders.back().mapping.begin(), orders.back().mapping.end(), Slot{0});
  }
  if (options.launcher_order) orders.push_back({*options.launcher_order, "launcher", 0});
  for (MapResult& order : orders) put_pinned(options.pinned, order.mapping);
  return orders;
}

/// Whether any order will do that puts no more roles on a slot than is allowed.
bool has_no_other_limits(const Sharing& sharing) {
  return !sharing.imbalance && sharing.loads.empty() && sharing.speeds.empty() && sharing.confined.empty();
}

Cost hop_cost(const Affinity& affinity, const Topology& topology, const Mapping& mapping, const MapOptions& options) {
  const evaluation::Evaluation judged =
      evaluation::evaluate(affinity, topology, mapping, options.sharing.roles_per_slot);
  return options.weight == Weight::Bytes ? judged.hop_bytes : judged.hop_messages;
}

/// The busiest links of what was found are relieved, and of the orders at hand that are better than it, until the
/// deadline passes.
void improve_by_model(const Affinity& affinity, const Topology& topology, MapOptions options,
                      const evaluation::CostOptions& cost, const Deadline& deadline, MapResult& result) {
  const auto judge = [&](const MapResult& order) {
    return evaluation::model_cost(affinity, topology, order.mapping, options.weight, cost);
  };
  const bool can_relieve = cost.model == evaluation::CostModel::Bottleneck && options.sharing.is_plain();
  const auto relieve_in_time = [&](MapResult& order) {
    options.time_limit = deadline.left();
    relieve(affinity, topology, options, cost, order);
  };
  if (can_relieve) relieve_in_time(result);
  if (!has_no_other_limits(options.sharing)) return;
  double least = judge(result);
  for (MapResult& order : orders_at_hand(affinity.roles(), topology.slots(), options)) {
    const double of_order = judge(order);
    if (of_order > least) continue;
    MapResult relieved = order;
    if (can_relieve) relieve_in_time(relieved);
    const double of_relieved = can_relieve ? judge(relieved) : of_order;
    result = std::move(of_relieved < of_order ? relieved : order);
    least = std::min(of_order, of_relieved);
  }
}

/// What costs less volume x distance may take longer by the model. In the time that is left, where there is a limit.
void keep_default_if_better(const Affinity& affinity, const Topology& topology, MapOptions options,
                            const evaluation::CostOptions& cost, const Deadline& deadline, MapResult& result) {
  options.preset = Preset::Default;
  options.time_limit = deadline.left();
  MapResult other = map_by_cost(affinity, topology, options, cost);
  const auto judge = [&](const MapResult& found) {
    return evaluation::model_cost(affinity, topology, found.mapping, options.weight, cost);
  };
  if (judge(other) < judge(result)) result = std::move(other);
}

}  // namespace

MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const evaluation::CostOptions& cost) {
  if (!affinity.groups().empty()) return map_by_cost(pattern_of(affinity), topology, options, cost);
  if (cost.model == evaluation::CostModel::HopBytes) return map(affinity, topology, options);
  if (cost.model == evaluation::CostModel::Bottleneck)
    evaluation::routes_or_throw(topology, cost);  // throws where there are none
  const Deadline deadline(options.time_limit);
  MapOptions first = options;
  if (first.time_limit && cost.model == evaluation::CostModel::Bottleneck)
    *first.time_limit *= kPortfolio.share_before_relief;
  MapResult result = map_as_model_says(affinity, topology, first, cost);
  const RegisteredAlgorithm* named = registered_algorithm(options.algorithm);
  if (named == nullptr || !named->as_asked) improve_by_model(affinity, topology, options, cost, deadline, result);
  if (goes_beyond_default(options) && !deadline.passed()) {
    keep_default_if_better(affinity, topology, options, cost, deadline, result);
  }
  result.cost = hop_cost(affinity, topology, result.mapping, options);
  return result;
}

}  // namespace topomorph::mapping
