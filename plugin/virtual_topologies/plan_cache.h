// Caches the plans of this job: a pattern that comes again on the same processes needs no engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugin/virtual_topologies/pattern.h"

namespace topomorph::plugin::virtual_topologies {

/// The result of a call on this process.
struct KnownPlan {
  std::optional<std::uint64_t> new_rank;  ///< empty: the order was kept
};

/// Returns this process's share of a key, from its identity, rank, place and part of the pattern. The sum over all
/// processes of a call is the key of its plan. It is equal for the same members, ranks, places and pattern, and almost
/// never for others.
std::uint64_t share_of_key(int rank, std::uint64_t place, const Pattern& pattern);

/// Returns the plan of a key. Thread-safe, as remember_plan() is.
std::optional<KnownPlan> known_plan(std::uint64_t key);

/// Adds a plan. Forgets all plans if there are too many, so that a job that never repeats a pattern does not grow.
void remember_plan(std::uint64_t key, const KnownPlan& plan);

}  // namespace topomorph::plugin::virtual_topologies
