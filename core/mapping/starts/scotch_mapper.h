// Scotch's mapping, repaired: one construction among others; graphs in Scotch's form.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/problem.h"
#include "core/mapping/starts/scotch_library.h"
#include "core/model/given_topology.h"

namespace topomorph::mapping {

/// Returns the edges that are heavier than `sparse_factor` times the heaviest ([Jeannot 2022, alg. 2]; 0: all of them).
/// Divides weights by a power of two, with a minimum of 1, until their sum is at most `largest_sum`. The weights of
/// `graph` should be as exact as possible: after scaling, many weights are equal.
ScotchGraph scotch_graph(const Graph& graph, EdgeWeight largest_sum, double sparse_factor);

/// Settings of one mapping by Scotch, beside the problem.
struct ScotchRequest {
  std::vector<Slot> slots;  ///< the used part of the topology (its sub-architecture), or all of it
  std::string strategy;     ///< as in scotch_map()
  std::optional<double> sparse_factor = std::nullopt;  ///< as in ScotchOptions
  std::uint64_t roles_per_slot = 1;                    ///< upper bound
};

/// Returns whether Scotch computes the distances of this topology: of trees and grids. Others are a table.
bool scotch_computes(const Topology& topology);

/// Returns the slots of the largest architecture of this kind that Scotch is given.
std::uint64_t max_scotch_slots(const Topology& topology);

/// Returns libscotch's mapping for exactly this request. Moves roles of overfull slots to slots nearby. Ignores pins.
/// Returns nothing if Scotch fails or the part is too large for it; `why` (may be null) gets the reason.
std::optional<Mapping> map_with_scotch(const Problem& problem, const ScotchRequest& request, std::string* why);

/// Returns libscotch's mapping of the problem [Jeannot 2022, alg. 2 and 4]: the heavier edges
/// (ScotchOptions::sparse_factor) onto the topology as Scotch's architecture. With fewer roles than slots it uses a
/// compact part of the topology, since Scotch would spread the roles over all slots. Moves roles of doubly used slots
/// to slots nearby, and pinned roles to their slots. One thread and a fixed seed give the same result each time.
/// Returns nothing if Scotch fails or the topology is too large for it; `why` (may be null) gets the reason.
std::optional<Mapping> map_with_scotch(const Problem& problem, std::string* why);

/// Does the same, and throws InputError instead of returning nothing.
Mapping map_by_scotch(const Problem& problem);

/// Returns all slots, or, with fewer roles, a compact part with a slot for each role. Ascending.
std::vector<Slot> slots_for_scotch(const Problem& problem);

/// Returns the topology restricted to these slots, at least one. The given topology must outlive the result.
std::shared_ptr<const Topology> topology_of_slots(const Topology& topology, const std::vector<Slot>& slots);

/// Returns the topology as a target file of Scotch. Returns nothing if Scotch has no architecture for it; `why` gets
/// the reason.
std::optional<std::string> scotch_text(const GivenTopology& target, std::string& why);

/// Returns Scotch's mapping of the roles onto a target with this number of terminals: the terminal of each role,
/// several roles on some. Ignores the problem's topology. Weights are scaled so that their sum times `largest_distance`
/// fits 31 bits.
std::optional<Mapping> map_onto_target(const Problem& problem, const ScotchTarget& target, std::uint64_t terminals,
                                       std::uint64_t largest_distance, std::string& why);

/// Throws InputError if Scotch does not understand the strategy of the options: otherwise all that use it would fail
/// quietly where there are other mappings.
void check_strategy(const ScotchOptions& options);

}  // namespace topomorph::mapping
