// Runs several algorithms on a problem and keeps the best mapping: starts, time, cost model, and what is never worse.
#include "core/mapping/portfolio/portfolio.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/portfolio/capacitated_mapper.h"
#include "core/mapping/portfolio/network_mapper.h"
#include "core/mapping/portfolio/registry.h"
#include "core/mapping/portfolio/shared_slots.h"
#include "core/mapping/portfolio/tree_mapper.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/problem/uniform_part.h"
#include "core/mapping/search/network_refiner.h"
#include "core/mapping/search/tabu_mapper.h"
#include "core/mapping/starts/scotch_mapper.h"

namespace topomorph::mapping {

namespace {

// ----------------------------------------------------------------------------------- one role on a slot, by hop-bytes

/// The mappings found so far, of which the cheapest is the result.
class Portfolio {
 public:
  explicit Portfolio(const Problem& problem)
      : problem_(problem), chosen_(algorithm_for(problem.options, problem.tree != nullptr)) {}

  MapResult run() {
    plan_ = portfolio_plan(problem_, {chosen_.verbatim, chosen_.chooses_slots});
    for (const Step& step : plan_.steps) {
      if (is_due(step)) run(step.name);
    }
    return std::move(best_);
  }

 private:
  struct Row {
    std::string_view name;
    void (Portfolio::*run)();
  };

  bool has_time() const { return !problem_.deadline.passed(); }

  bool is_due(const Step& step) const {
    const bool is_optimal = !best_.algorithm.empty() && best_.cost == 0;
    return (step.in_any_case || (!is_optimal && has_time())) && problem_.options.runs(step.name);
  }

  void run(std::string_view step) {
    static constexpr std::array kSteps = {
        Row{"known-orders", &Portfolio::consider_known_orders},
        Row{"known-grid", &Portfolio::consider_known_grid},
        Row{"chosen", &Portfolio::consider_chosen},
        Row{"room", &Portfolio::consider_with_room},
        Row{"free-slots", &Portfolio::use_free_slots_of_best},
        Row{"annealing-of-few", &Portfolio::anneal},
        Row{"networks-if-rugged", &Portfolio::restart_if_rugged},
        Row{"tabu", &Portfolio::search_by_tabu},
        Row{"networks", &Portfolio::consider_networks},
    };
    const auto* row = std::find_if(kSteps.begin(), kSteps.end(), [&](const Row& each) { return each.name == step; });
    if (row == kSteps.end()) throw std::logic_error(fmt::format("no step \"{}\"", step));
    (this->*row->run)();
  }

  void consider(Mapping mapping, std::string_view name) {
    put_pinned(problem_.options.pinned, mapping);
    const Cost cost = cost_of(problem_, mapping);
    if (problem_.has_few_roles()) found_.push_back({mapping, std::string(name), cost});
    if (best_.algorithm.empty() || cost < best_.cost) best_ = {std::move(mapping), std::string(name), cost};
  }

  void consider_chosen() { consider(chosen_.run(problem_), chosen_.about.name); }
  void use_free_slots_of_best() { consider(use_free_slots(problem_, best_.mapping), "free slots"); }
  void search_by_tabu() { consider(improve_by_tabu_search(problem_, starts()), "tabu"); }
  void consider_networks() { consider(map_to_network(problem_), "networks"); }

  void consider_known_orders() {
    if (const auto& order = problem_.options.launcher_order) consider(*order, "launcher");
    consider(identity_mapping(problem_.roles()), "identity");
  }

  void consider_known_grid() {
    for (const RegisteredAlgorithm& entry : registered_algorithms()) {
      if (entry.needs_grid && has_time()) consider(entry.run(problem_), entry.about.name);
    }
  }

  void consider_with_room() {
    const auto before = static_cast<double>(best_.cost);
    for (const SlotChoice& choice : plan_.rooms) {
      const bool is_last_resort = choice.kind == Room::Kind::Thinned && problem_.options.preset != Preset::Best;
      const bool has_gained = static_cast<double>(best_.cost) <= kTree.gain_of_room * before;
      if (has_time() && (has_gained || !is_last_resort)) consider(map_with_room(problem_, choice), chosen_.about.name);
    }
  }

  void anneal() {
    const Cost before = best_.cost;
    consider(improve_by_annealing(problem_, starts()), "annealing");
    is_rugged_ = best_.cost < before;
  }

  /// A gain over the mapper for trees shows that there are many local optima: another start finds others, if there are
  /// more than annealings see.
  void restart_if_rugged() {
    if (is_rugged_ && problem_.roles() > kWindow.few_roles) consider_networks();
  }

  /// Returns the mappings found, the cheapest first, each once.
  std::vector<Mapping> starts() const {
    std::vector<const MapResult*> sorted;
    for (const MapResult& result : found_) sorted.push_back(&result);
    if (sorted.empty()) sorted.push_back(&best_);
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) { return a->cost < b->cost; });
    std::vector<Mapping> starts;
    for (const MapResult* result : sorted) {
      const bool is_known = std::find(starts.begin(), starts.end(), result->mapping) != starts.end();
      if (!is_known) starts.push_back(result->mapping);
    }
    return starts;
  }

  const Problem& problem_;
  const RegisteredAlgorithm& chosen_;
  PortfolioPlan plan_;
  MapResult best_;
  bool is_rugged_ = false;        // annealing has found more than the mapper for trees
  std::vector<MapResult> found_;  // for the steps that begin with several
};

// -------------------------------------------------------------------------------------------------------- with limits

/// Throws InputError if the algorithm knows no limits of these kinds.
void check_limits(const RegisteredAlgorithm& algorithm, const MapOptions& options) {
  const Sharing& sharing = options.sharing;
  if (algorithm.shares && sharing.speeds.empty() && sharing.confined.empty()) return;
  const char* reason = !algorithm.shares          ? "puts one role on each slot, wherever it likes"
                       : sharing.confined.empty() ? "knows no speeds of slots"
                                                  : "cannot keep a role in a part of the machine (--pin ROLE=@...)";
  throw InputError(fmt::format("the algorithm \"{}\" {}", options.algorithm, reason));
}

/// Returns the mapping of few roles by the mapper for networks, which looks at all of them together, if it is cheaper.
MapResult cheaper_on_places(const Problem& problem, MapResult found) {
  const Sharing& sharing = problem.options.sharing;
  const bool is_known_there = sharing.loads.empty() && sharing.speeds.empty() && !sharing.imbalance;
  if (!is_known_there || !problem.has_few_roles() || problem.options.preset == Preset::Fast) return found;
  if (!problem.options.runs("shared-slots")) return found;
  const Cost cost = cost_of(problem, found.mapping);
  if (cost == 0 || problem.deadline.passed()) return found;
  MapResult other = map_to_shared_slots(problem);
  return cost_of(problem, other.mapping) < cost ? other : found;
}

/// Maps within the limits. Known orders are no candidates, because they may break the limits.
MapResult map_with_limits(const Problem& problem) {
  const std::string& name = problem.options.algorithm;
  const bool is_auto = name == "auto";
  if (problem.tree == nullptr && (is_auto || name == "networks")) return map_to_shared_slots(problem);
  if (is_auto || name == kCapacitatedAlgorithm) {
    if (problem.tree == nullptr) {
      throw InputError(fmt::format("the algorithm \"{}\" needs a tree topology", kCapacitatedAlgorithm));
    }
    MapResult blocks{map_within_limits(problem), std::string(kCapacitatedAlgorithm), 0};
    return is_auto ? cheaper_on_places(problem, std::move(blocks)) : blocks;
  }
  const RegisteredAlgorithm& chosen = algorithm_for(problem.options, problem.tree != nullptr);
  check_limits(chosen, problem.options);
  MapResult result{chosen.run(problem), chosen.about.name, 0};
  put_pinned(problem.options.pinned, result.mapping);
  return result;
}

MapResult map_once(const Problem& problem) {
  if (problem.options.sharing.is_plain()) return Portfolio(problem).run();
  MapResult result = map_with_limits(problem);
  result.cost = cost_of(problem, result.mapping);
  return result;
}

// ------------------------------------------------------------------------------- fast before default before best

Problem with_options(const Problem& problem, const MapOptions& options, Deadline deadline) {
  return {problem.affinity, problem.topology, problem.tree, options,
          deadline,         problem.workers,  problem.map,  problem.parameter};
}

/// Returns whether preset fast is cheaper at times: on networks and within limits chance decides which local optimum a
/// search ends in.
bool fast_may_win(const Problem& problem) {
  const MapOptions& options = problem.options;
  if (options.preset != Preset::Default || options.algorithm != "auto") return false;
  if (problem.roles() > kPortfolio.most_after_fast) return false;
  const bool has_limits = !options.sharing.is_plain();
  if (problem.tree != nullptr) return has_limits;
  return !has_limits || !options.sharing.confined.empty();  // else map_to_shared_slots() calls map() for places
}

/// Maps by the preset of the options; by "auto" with preset default also by fast, where it may be cheaper.
MapResult map_after_fast(const Problem& problem) {
  if (!fast_may_win(problem) || !problem.options.runs("fast-too")) return map_once(problem);
  MapOptions options = problem.options;
  options.preset = Preset::Fast;
  MapResult fast = map_once(with_options(problem, options, problem.deadline));
  if (fast.cost == 0 || problem.deadline.passed()) return fast;
  MapResult usual = map_once(problem);
  return fast.cost < usual.cost ? fast : usual;
}

/// Maps by preset default with the seed of the options, and, if few roles choose among many slots, with several others:
/// there chance decides which local optimum a search ends in.
MapResult map_by_default(const Problem& problem) {
  MapOptions options = problem.options;
  options.preset = Preset::Default;
  MapResult best = map_after_fast(with_options(problem, options, Deadline(options.time_limit)));
  const std::uint64_t tries = problem.options.runs("more-seeds") ? tries_of_default(problem) : 1;
  for (std::uint64_t i = 1; i < tries && !problem.deadline.passed(); ++i) {
    options.seed = problem.options.seed + i * kPortfolio.seed_stride;
    MapResult next = map_once(with_options(problem, options, problem.deadline));
    if (next.cost < best.cost) best = std::move(next);
  }
  return best;
}

/// Returns whether a uniform part of the traffic costs the same in every order: without it, searches on networks that
/// take ten seconds for an all-to-all of 1024 roles have nothing to do. Trees group such traffic in no time.
bool costs_rest_alone(const Problem& problem) {
  return problem.tree == nullptr && !problem.has_free_slots() && problem.options.sharing.is_plain() &&
         problem.options.algorithm == "auto";
}

MapResult run_presets(const Problem& problem) {
  const MapOptions& options = problem.options;
  if (!goes_beyond_default(options)) return map_after_fast(problem);
  MapResult first = map_by_default(problem);  // takes its usual time, unless the user has set a limit
  if (first.cost == 0 || problem.deadline.passed()) return first;
  MapOptions from_there = options;
  from_there.launcher_order = first.mapping;
  MapResult second = map_once(with_options(problem, from_there, problem.deadline));
  return second.cost < first.cost ? second : first;
}

}  // namespace

MapResult run_portfolio(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                        MapFunction map) {
  check_strategy(options.of_scotch);
  Workers workers(std::max(options.threads, 1U));
  const TreeTopology* tree = as_tree(topology);
  const auto limit = options.preset == Preset::Best ? seconds_of_best(options) : options.time_limit;
  const Problem whole{affinity, topology, tree, options, Deadline(limit), workers, map, parameter_of(options)};
  const auto rest = costs_rest_alone(whole) ? without_uniform_part(affinity, options.weight) : std::nullopt;
  if (!rest || !options.runs("uniform-part")) return run_presets(whole);
  MapResult result = run_presets({*rest, topology, tree, options, whole.deadline, workers, map, whole.parameter});
  result.cost = cost_of(whole, result.mapping);
  return result;
}

}  // namespace topomorph::mapping
