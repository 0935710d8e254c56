// The table of mapping algorithms, and the two that are none.
#include "core/mapping/registry.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/mapping/cartesian/grid_mapper.h"
#include "core/mapping/networks/network_mapper.h"
#include "core/mapping/random.h"
#include "core/mapping/tree_mapper.h"

namespace topomorph {

namespace {

Mapping identity(const MapProblem& problem) {
  Mapping mapping(problem.affinity.roles());
  std::iota(mapping.begin(), mapping.end(), Slot{0});
  return mapping;
}

Mapping random_order(const MapProblem& problem) {
  Random random(problem.options.seed);
  auto slots = random.permutation<Slot>(problem.topology.slots());
  slots.resize(problem.affinity.roles());
  return slots;
}

/// Row `index` of the table of the Cartesian algorithms.
template <std::size_t index>
RegisteredAlgorithm cartesian() {
  const CartesianAlgorithm& algorithm = cartesian_algorithms()[index];
  const auto run = [](const MapProblem& problem) { return map_grid(problem, cartesian_algorithms()[index]); };
  return {{algorithm.name, algorithm.source, "grid on a tree"}, true, true, false, run};
}

}  // namespace

std::span<const RegisteredAlgorithm> registered_algorithms() {
  static const std::array<RegisteredAlgorithm, 8> table = {{
      {{"identity", "role i on slot i", "any"}, false, false, true, identity},
      {{"random", "a random permutation of the slots, by --seed", "any"}, false, false, true, random_order},
      {{"multisection", "Kirchbach, Schulz, Träff 2020; exact balance, swap refinement", "tree"},
       true,
       false,
       false,
       map_to_tree},
      {{"networks", "dual recursive bisection, swaps and moves by distances alone", "any"},
       false,
       false,
       false,
       map_to_network},
      cartesian<0>(),
      cartesian<1>(),
      cartesian<2>(),
      cartesian<3>(),
  }};
  return table;
}

void put_pinned(std::span<const PinnedRole> pinned, Mapping& mapping) {
  for (const PinnedRole& pin : pinned) {
    const auto there = std::find(mapping.begin(), mapping.end(), pin.slot);
    if (there != mapping.end()) *there = mapping[pin.role];
    mapping[pin.role] = pin.slot;
  }
}

}  // namespace topomorph
