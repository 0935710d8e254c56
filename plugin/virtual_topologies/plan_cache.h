// The plans of this job: a pattern that comes again on the same processes needs no engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "plugin/virtual_topologies/pattern.h"

namespace topomorph::plugin::virtual_topologies {

/// What came of a call, on this process.
struct KnownPlan {
  std::optional<std::uint64_t> new_rank;  ///< empty: the order was kept
};

/// What this process brings to a call: itself, its rank, its place, its part of the pattern. The sum over all processes
/// of a call is the plan's key: the same for the same members, ranks, places and pattern, and hardly for others.
std::uint64_t share_of_key(int rank, std::uint64_t place, const Pattern& pattern);

/// What is remembered under a key. Thread-safe, as the next is.
std::optional<KnownPlan> known_plan(std::uint64_t key);

/// All plans are forgotten where there are too many: a job that never repeats itself must not grow.
void remember_plan(std::uint64_t key, const KnownPlan& plan);

}  // namespace topomorph::plugin::virtual_topologies
