// Scotch's mapping, made valid: one construction among others.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/mapping/registry.h"
#include "core/model/given_topology.h"

namespace topomorph::mapping {

/// What Scotch is asked, beside the problem.
struct ScotchRequest {
  std::vector<Slot> slots;  ///< the part of the topology that is used (its sub-architecture), or all of it
  std::string strategy;     ///< as in scotch_map()
  std::optional<double> sparse_factor = std::nullopt;  ///< as in ScotchOptions
  std::uint64_t roles_per_slot = 1;                    ///< at most
};

/// Slots of the largest architecture of this kind that Scotch is given: many where it computes distances (trees,
/// grids), few where they are a table.
std::uint64_t most_for_scotch(const Topology& topology);

/// What libscotch makes of just this. Roles of slots that got too many are moved to slots nearby; pins are not looked
/// at. Nothing where Scotch fails, or the part is too large for it; `why` (may be null) says what the reason is.
std::optional<Mapping> map_with_scotch(const Problem& problem, const ScotchRequest& request, std::string* why);

/// What libscotch makes of the problem (Jeannot: Process mapping on any topology with TopoMatch, 2022, algorithms 2 and
/// 4): the heavier edges (ScotchOptions::sparse_factor) onto the topology as Scotch's architecture; with fewer roles
/// than slots, onto a compact part of it, since Scotch would spread them over all. Doubled roles are moved to slots
/// nearby, pinned ones put to their slots. One thread, a fixed seed: the same result each time. Nothing where Scotch
/// fails, or the topology is too large for it; `why` (may be null) says what the reason is.
std::optional<Mapping> map_with_scotch(const Problem& problem, std::string* why);

/// The same, or InputError.
Mapping map_by_scotch(const Problem& problem);

/// All slots, or, where there are fewer roles, a compact part with a slot for each, in ascending order.
std::vector<Slot> slots_for_scotch(const Problem& problem);

/// The topology with just these slots, of which there must be at least one. It must outlive the result.
std::shared_ptr<const Topology> topology_of_slots(const Topology& topology, const std::vector<Slot>& slots);

/// As a target file of Scotch. Throws InputError where it has no architecture for it.
std::string scotch_text(const GivenTopology& target);

/// What Scotch makes of the roles on a target (a target file's text) with so many terminals: the terminal of each role,
/// several on some. Of the problem's topology nothing is looked at. No weights, times `largest_distance`, leave 31
/// bits.
std::optional<Mapping> ask_scotch(const Problem& problem, const std::string& target, std::uint64_t terminals,
                                  std::uint64_t largest_distance, std::string& why);

}  // namespace topomorph::mapping
