// Takes the costs of a measured network from the file that the topology was made of.
#include "core/evaluation/carried_costs.h"

#include <algorithm>
#include <string_view>

#include "core/topology/sources/measured/network.h"
#include "core/topology/spec.h"

namespace topomorph::evaluation {

std::optional<TreeCosts> carried_costs(const std::string& spec, const TreeTopology& tree) {
  constexpr std::string_view kMeasured = "measured:";
  const std::string network = topology::network_of(spec);
  if (!network.starts_with(kMeasured)) return std::nullopt;
  const topology::MeasuredNetwork measured = topology::read_measured(network.substr(kMeasured.size()));
  const TreeCosts assumed = assumed_costs(tree);
  TreeCosts costs{{}, true};
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    const auto level = std::ranges::find(measured.levels, tree.level(l).name, &topology::MeasuredLevel::name);
    const bool known = level != measured.levels.end();
    costs.assumed = costs.assumed && !known;
    append_level(costs, known ? LinkCost{level->latency, level->alone} : assumed.levels[l - 1]);
  }
  return costs.assumed ? std::nullopt : std::optional(std::move(costs));
}

}  // namespace topomorph::evaluation
