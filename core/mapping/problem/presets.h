// What each preset does more of: the plans of searches, by preset and size. The constants are in parameters.def.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/mapping/problem/map_options.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

struct Problem;

/// Returns the budget of partial layouts of the exact search on trees, some 10 ns each.
std::uint64_t exact_budget(Preset preset);

/// A number of assignments of one constructor.
struct Start {
  std::string_view constructor;  ///< a name in components.cpp
  std::uint64_t count = 1;
  bool in_any_case = false;  ///< runs whatever has been found, if there is time
};

/// The components that a search on one instance runs, in this order, and their parameters.
struct SearchPlan {
  std::vector<Start> starts;
  std::vector<std::string_view> refiners;  ///< names in components.cpp
  double promising = 0;                    ///< starts that cost more than this times the best are dropped; 0: none is
  std::size_t refined = ~std::size_t{0};   ///< starts that are refined, at most; with `promising` only
  Effort effort = {};                      ///< effort of multisection and bisection
  int recuts = 0;                          ///< cuts that begin with the best, at most; the first without gain ends them
  std::size_t annealings = 0;              ///< in each round
  /// Edges looked at by each annealing of the first round, some 5 ns each. Work is counted, not timed: the result is
  /// the same on every machine.
  std::uint64_t work = 0;
  /// Rounds of annealings, each with kNetwork.growth times the work of the one before: with more rounds the first ones
  /// stay the same, so that more time never makes the result worse.
  std::size_t rounds = 1;
  std::size_t rounds_without_gain = ~std::size_t{0};  ///< after so many the rounds end
};

/// Returns the plan for a tree of which this many slots are looked at. In a regular one all nodes of a level are alike.
SearchPlan tree_plan(Preset preset, std::size_t slots, bool is_regular);

/// Returns the plan for a tree on which process grids alone are of interest.
SearchPlan tiling_plan();

/// The properties of a problem that the plan for networks depends on, beside the options.
struct NetworkFacts {
  std::uint64_t roles = 0, slots = 0;
  std::size_t edges = 0;
  bool has_machines = false;  ///< a machine with several slots in each place
};
SearchPlan network_plan(const MapOptions& options, const NetworkFacts& facts);

/// The work of the multilevel algorithm for many roles on a slot.
struct CapacitatedPlan {
  Effort first = {8, 10, 10};           ///< effort for the coarsest graph: later levels cannot repair its losses
  Effort below = {1, 4, 6};             ///< effort of the later bisections
  int starts = 2;                       ///< first partitions into the root's children; the best goes on
  std::size_t vertices_per_part = 300;  ///< vertices that a part has before it is cut into smaller ones
  int least_passes = 3;                 ///< passes of refinement on the finest level; small graphs get more
  double searches = 1;                  ///< length of a search, relative to preset default
};
CapacitatedPlan capacitated_plan(Preset preset);

/// Slots that leave room on hosts, made by a Room.
struct SlotChoice {
  Room::Kind kind = Room::Kind::Whole;
  std::vector<Slot> slots;  ///< ascending
};
/// Returns the choices of slots of a tree that leave hosts room. Preset best, whose launcher's order is the mapping
/// that preset default has found, gets the choices that hold this mapping.
std::vector<SlotChoice> rooms_of(const Problem& problem);

/// One of the searches that a portfolio runs in turn: a row of portfolio.cpp.
struct Step {
  std::string_view name;
  bool in_any_case = false;  ///< runs even if no time is left, or nothing is left to gain
};
/// All that is done about a problem with one role on a slot: the chosen algorithm, and what stands beside it.
struct PortfolioPlan {
  std::vector<Step> steps;
  std::vector<SlotChoice> rooms;  ///< of the step "room"
};
/// The properties of the chosen algorithm that the plan depends on: see RegisteredAlgorithm.
struct AlgorithmFacts {
  bool verbatim = false, chooses_slots = false;
};
PortfolioPlan portfolio_plan(const Problem& problem, const AlgorithmFacts& chosen);

/// Returns the number of seeds of preset default that preset best begins with.
std::uint64_t tries_of_default(const Problem& problem);

/// Returns the seconds of work of a tabu search; the clock takes half as much.
double seconds_of_tabu_search(const MapOptions& options);

/// The relief of busy links: runs from the same start, of which the best counts, and the links that each walks, about
/// 4 ns each.
struct ReliefPlan {
  int runs = 1;
  std::uint64_t work = 0;
};
ReliefPlan relief_plan(Preset preset);

/// Returns the number of edges that each annealing of remap() looks at, some 10 ns each, for a graph of so many edges.
std::uint64_t work_of_remapping(Preset preset, std::size_t edges);

/// Returns the seconds that the options give preset best.
inline double seconds_of_best(const MapOptions& options) {
  return options.time_limit.value_or(kPortfolio.seconds_of_best);
}

}  // namespace topomorph::mapping
