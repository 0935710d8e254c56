// Mapping problems drawn by number: affinities as topomorph-generate makes them, on every kind of topology.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/model/affinity.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/topology.h"

namespace topomorph::benchmarks {

struct DrawnProblem {
  /// The arguments of topomorph-generate that make the affinity; `cart:…` is one that topomorph itself knows.
  std::string affinity_name;
  std::string topology_name;  ///< in the notation of `topomorph`; a file stands for itself by its first line
  Affinity affinity;
  std::shared_ptr<const Topology> topology;
  std::optional<CartesianPattern> grid;  ///< of `cart:…`

  std::string name() const { return affinity_name + " on " + topology_name; }
};

inline constexpr std::uint64_t kFamilies = 11;  ///< of affinities
inline constexpr std::uint64_t kKinds = 10;     ///< of topologies

/// Returns the problem with this number: 8 to 512 roles, and at least as many slots. The family is `number` modulo
/// kFamilies, and the kind `number / kFamilies` modulo kKinds (trees of hosts for affinities that come with theirs).
/// The same number gives the same problem.
DrawnProblem drawn_problem(std::uint64_t number);

}  // namespace topomorph::benchmarks
