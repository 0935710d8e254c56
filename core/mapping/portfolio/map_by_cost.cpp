// Maps by a cost model: expresses it in volumes and distances, relieves busy links, and keeps the best by the model.
#include "core/mapping/portfolio/map_by_cost.h"

#include <optional>

#include "core/evaluation/cost_terms.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/registry.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/problem/problem.h"
#include "core/mapping/search/link_relief.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

namespace {

/// A problem and the model that judges its mappings.
class ByModel {
 public:
  ByModel(const Affinity& affinity, const Topology& topology, const MapOptions& options,
          const evaluation::CostOptions& cost)
      : affinity_(affinity), topology_(topology), options_(options), cost_(cost), deadline_(options.time_limit) {}

  MapResult run() {
    // Of the time for busy links, the default takes a tenth: after them nothing might be left for it.
    const bool begins_with_default = goes_beyond_default(options_) && is_bottleneck();
    std::optional<MapResult> of_default;
    if (begins_with_default) of_default = map_by_default();
    MapResult result = map_with_terms();
    if (!is_verbatim(options_)) improve(result);
    if (goes_beyond_default(options_) && !of_default && !deadline_.passed()) of_default = map_by_default();
    if (of_default && judge(*of_default) < judge(result)) result = *std::move(of_default);
    const evaluation::Evaluation judged =
        evaluation::evaluate(affinity_, topology_, result.mapping, options_.sharing.roles_per_slot);
    result.cost = judged.cost(options_.weight);
    return result;
  }

 private:
  bool is_bottleneck() const { return cost_.model == evaluation::CostModel::Bottleneck; }
  double judge(const MapResult& found) const {
    return evaluation::model_cost(affinity_, topology_, found.mapping, options_.weight, cost_);
  }

  /// Maps by volume x distance, with volumes and distances that express the model.
  MapResult map_with_terms() const {
    MapOptions options = options_;
    options.weight = evaluation::weight_of(cost_.model);
    if (options.time_limit && is_bottleneck())
      options.time_limit = deadline_.left().value_or(0) * kPortfolio.share_before_relief;
    const evaluation::CostTerms terms = evaluation::terms_of(affinity_, topology_, options.weight, cost_);
    return map(*terms.affinity, *terms.topology, options);
  }

  /// Relieves busy links in the time that is left.
  void relieve(MapResult& result) const {
    const TreeTopology* tree = as_tree(topology_);
    if (tree != nullptr && evaluation::has_level_links(*tree, cost_)) {
      relieve_tree(affinity_, *tree, cost_.costs, options_, deadline_, result.mapping);
      return;
    }
    const Mapping before = result.mapping;
    relieve_routes(affinity_, *evaluation::routes_or_throw(topology_, cost_), topology_.slots(), options_, deadline_,
                   result.mapping);
    if (result.mapping != before) result.algorithm = "busiest links";
  }

  /// Returns other mappings that the model may prefer. On trees the distances that express a bottleneck may be equal on
  /// two levels, and leave open which of them is busy: the mapping by the topology's own distances is one. The orders
  /// that need no search come last, because the last wins among equals. Preset best has all of them from default.
  std::vector<MapResult> other_mappings() const {
    const bool has_equal_levels = is_bottleneck() && as_tree(topology_) != nullptr && !goes_beyond_default(options_);
    std::vector<MapResult> others;
    if (has_equal_levels && !deadline_.passed()) {
      MapOptions options = options_;
      options.weight = evaluation::weight_of(cost_.model);
      options.time_limit = deadline_.left();
      others.push_back(map(affinity_, topology_, options));
    }
    if (has_no_other_limits()) add_known_orders(others);
    return others;
  }

  /// Adds the orders that need no search, with pinned roles on their slots: the identity, then the launcher's.
  void add_known_orders(std::vector<MapResult>& orders) const {
    if (affinity_.roles() <= topology_.slots()) orders.push_back({identity_mapping(affinity_.roles()), "identity", 0});
    if (options_.launcher_order) orders.push_back({*options_.launcher_order, "launcher", 0});
    for (MapResult& order : orders) put_pinned(options_.pinned, order.mapping);
  }

  /// Returns whether an order keeps the limits as soon as it puts no more roles on a slot than is allowed.
  bool has_no_other_limits() const {
    const Sharing& sharing = options_.sharing;
    return !sharing.imbalance && sharing.loads.empty() && sharing.speeds.empty() && sharing.confined.empty();
  }

  /// Relieves the busy links of the result, and of other mappings that are better than it; keeps the best.
  void improve(MapResult& result) const {
    const bool can_relieve = is_bottleneck() && options_.sharing.is_plain();
    if (can_relieve) relieve(result);
    double least = judge(result);
    for (MapResult& order : other_mappings()) {
      const double of_order = judge(order);
      if (of_order > least) continue;
      MapResult relieved = order;
      if (can_relieve) relieve(relieved);
      const double of_relieved = can_relieve ? judge(relieved) : of_order;
      result = std::move(of_relieved < of_order ? relieved : order);
      least = std::min(of_order, of_relieved);
    }
  }

  /// Maps with preset default, whose result the model may prefer: less volume x distance may take longer by the model.
  /// Takes the time that is left, if there is a limit.
  MapResult map_by_default() const {
    MapOptions options = options_;
    options.preset = Preset::Default;
    options.time_limit = deadline_.left();
    return ByModel(affinity_, topology_, options, cost_).run();
  }

  const Affinity& affinity_;
  const Topology& topology_;
  const MapOptions& options_;
  const evaluation::CostOptions& cost_;
  Deadline deadline_;
};

}  // namespace

MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const evaluation::CostOptions& cost) {
  if (!affinity.groups().empty()) return map_by_cost(mapping_pairs(affinity), topology, options, cost);
  if (cost.model == evaluation::CostModel::HopBytes) return map(affinity, topology, options);
  if (cost.model == evaluation::CostModel::Bottleneck) evaluation::routes_or_throw(topology, cost);
  MapResult result = ByModel(affinity, topology, options, cost).run();
  check_mapping(result.mapping, affinity.roles(), topology.slots(), options.sharing.roles_per_slot);
  return result;
}

}  // namespace topomorph::mapping
