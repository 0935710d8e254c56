// Runs the constructions and refinements of a plan on one instance, down to a lower bound of all costs.
#include "core/mapping/search/run_search.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

#include "core/mapping/search/candidate.h"

namespace topomorph::mapping {

namespace {

/// The nearest slots: how many a slot has at most, their distance, and the least distance of the others.
struct Nearest {
  std::size_t count = 0;
  EdgeWeight near = 0, far = 0;
};

/// Returns one hop along the cheapest dimension, counted as if all dimensions cost as much.
Nearest nearest_in_grid(const Topology& topology, EdgeWeight divisor) {
  const topology::GridTopology& grid = *grid_below(topology);
  Nearest nearest;
  EdgeWeight hop = 0;
  for (const topology::GridDimension& dimension : grid.dimensions()) {
    if (dimension.size == 1) continue;
    nearest.count += dimension.size == 2 ? 1 : 2;
    const auto cost = static_cast<EdgeWeight>(dimension.cost);
    hop = hop == 0 ? cost : std::min(hop, cost);
  }
  nearest.near = hop / divisor;
  nearest.far = 2 * hop / divisor;
  return nearest;
}

/// Returns the cost if each role had its heaviest neighbours in the nearest slots, as many of these as any slot has.
EdgeWeight bound_on_network(const Instance& instance) {
  const Metric& metric = instance.metric();
  if (!is_grid(metric.topology())) return 0;
  const Nearest nearest = nearest_in_grid(metric.topology(), metric.divisor());
  EdgeWeight twice = 0;
  std::vector<EdgeWeight> weights;
  for (Vertex role = 0; role < instance.vertices(); ++role) {
    weights.clear();
    for (const Edge& edge : instance.graph().row(role)) weights.push_back(edge.weight);
    const std::size_t count = std::min(nearest.count, weights.size());
    std::nth_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(count), weights.end(),
                     std::greater<>());
    for (std::size_t i = 0; i < weights.size(); ++i) twice += weights[i] * (i < count ? nearest.near : nearest.far);
  }
  return (twice + 1) / 2;
}

/// Returns the cost if every edge had the length of the lowest level.
EdgeWeight bound_on_tree(const Instance& instance) {
  EdgeWeight twice = 0;
  for (const Edge& edge : instance.graph().edges) twice += edge.weight * instance.tree().distance(1);
  return twice / 2;
}

/// Returns a lower bound of the cost, in the scaled weights and distances of the instance. Grids of roles in grids of
/// slots meet it, and trees whose lowest nodes hold all traffic; others seldom do.
EdgeWeight lower_bound(const Instance& instance) {
  return instance.is_on_tree() ? bound_on_tree(instance) : bound_on_network(instance);
}

template <class Row>
const Row& row_named(std::span<const Row> table, std::string_view name) {
  const auto row = std::find_if(table.begin(), table.end(), [&](const Row& each) { return each.name == name; });
  if (row == table.end()) throw std::logic_error("no component \"" + std::string(name) + "\"");
  return *row;
}

using Price = ConstructorEntry::Price;
using Quality = Construction::Quality;

class Constructions {
 public:
  Constructions(const Search& search, const Components& components, Pool& pool)
      : search_(search), components_(components), pool_(pool) {}

  /// Returns whether the search is over.
  bool run() {
    for (const Start& start : search_.plan.starts) {
      for (std::uint64_t number = 0; number < start.count && !is_settled_; ++number) run_one(start, number);
    }
    return is_settled_;
  }

 private:
  bool is_due(const Start& start) const { return is_wanted(start) && search_.options().runs(start.constructor); }

  bool is_wanted(const Start& start) const {
    const ConstructorEntry& entry = components_.constructor(start.constructor);
    if (entry.price == Price::Free || (pool_.candidates.empty() && entry.price != Price::Check)) return true;
    const bool is_useful = entry.price == Price::Long    ? !pool_.is_good
                           : entry.price == Price::Check ? pool_.is_good && !pool_.is_tight
                                                         : true;
    return (is_useful || start.in_any_case) && !search_.is_over();
  }

  void run_one(const Start& start, std::uint64_t number) {
    const ConstructorEntry& entry = components_.constructor(start.constructor);
    if (!is_due(start)) return;
    if (auto found = entry.construct(search_, number)) add(entry, *std::move(found));
  }

  void add(const ConstructorEntry& entry, Construction found) {
    Candidate candidate = candidate_of(search_.instance, std::move(found.slot_of));
    const bool meets_bound = entry.price != Price::Long && candidate.cost <= pool_.lower_bound;
    is_settled_ = found.quality == Quality::Optimal || meets_bound;
    pool_.is_good |= found.quality >= Quality::Good;
    pool_.is_tight |= found.quality >= Quality::Tight;
    if (is_settled_) pool_.candidates.clear();
    pool_.candidates.push_back(std::move(candidate));
  }

  const Search& search_;
  const Components& components_;
  Pool& pool_;
  bool is_settled_ = false;
};

/// Drops bad candidates: refining them takes longest, and they do not win.
void keep_promising(const SearchPlan& plan, Pool& pool) {
  pool.sort();
  const double limit = static_cast<double>(pool.best().cost) * plan.promising;
  const auto is_bad = [limit](const Candidate& candidate) { return static_cast<double>(candidate.cost) > limit; };
  auto& candidates = pool.candidates;
  candidates.erase(std::find_if(candidates.begin(), candidates.end(), is_bad), candidates.end());
  candidates.resize(std::min(candidates.size(), plan.refined));
}

}  // namespace

bool Views::has(Instance::View view) const {
  return view == Instance::View::Tree ? tree : view == Instance::View::Network ? network : limits;
}

const ConstructorEntry& Components::constructor(std::string_view name) const { return row_named(constructors, name); }

const RefinerEntry& Components::refiner(std::string_view name) const { return row_named(refiners, name); }

Pool run_search(const Search& search, const Components& components) {
  Pool pool;
  pool.lower_bound = lower_bound(search.instance);
  if (Constructions(search, components, pool).run()) return pool;
  if (search.plan.promising > 0) keep_promising(search.plan, pool);
  for (const std::string_view name : search.plan.refiners) {
    if (search.options().runs(name)) components.refiner(name).refine(search, pool);
  }
  return pool;
}

}  // namespace topomorph::mapping
