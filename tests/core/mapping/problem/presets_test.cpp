// More effort is never in vain: the preset best finds nothing worse than the preset default.
#include "core/evaluation/cost_model.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

/// As few slots as end the search of the preset best long before its time is over.
struct PresetCase {
  const char* topology;
  std::uint64_t roles;
  const char* algorithm = "auto";
  std::uint64_t roles_per_slot = 1;
};

void PrintTo(const PresetCase& that, std::ostream* out) {
  *out << that.topology << ' ' << that.roles << ' ' << that.algorithm << ' ' << that.roles_per_slot;
}

class Presets : public ::testing::TestWithParam<PresetCase> {
 protected:
  std::shared_ptr<const Topology> topology_ = topology::parse_topology(GetParam().topology);
  MapOptions options_;

  Affinity affinity(std::uint64_t seed) {
    options_.algorithm = GetParam().algorithm;
    options_.sharing.roles_per_slot = GetParam().roles_per_slot;
    options_.seed = seed;
    options_.time_limit = 4;  // far more than these take, and half the work of none
    return testing::random_affinity(GetParam().roles, 4 * GetParam().roles, seed);
  }
};

TEST_P(Presets, BestIsNoWorseThanDefault) {
  const Affinity affinity = this->affinity(7);
  const MapResult usual = map(affinity, *topology_, options_);
  options_.preset = Preset::Best;
  const MapResult best = map(affinity, *topology_, options_);
  EXPECT_LE(static_cast<double>(best.cost), static_cast<double>(usual.cost));
  check_mapping(best.mapping, affinity.roles(), topology_->slots(), GetParam().roles_per_slot);
}

INSTANTIATE_TEST_SUITE_P(Problems, Presets,
                         ::testing::Values(PresetCase{"tree:4:2:3@1:10:100", 24}, PresetCase{"tree:4:2:2@1:10:100", 13},
                                           PresetCase{"tree:2:2:3@1:10:100", 24, "auto", 2},
                                           PresetCase{"torus:3x4x2", 24}, PresetCase{"hcub:4", 12},
                                           PresetCase{"mesh:4x3", 24, "auto", 2}, PresetCase{"dragonfly:3x2x2", 12},
                                           PresetCase{"torus:3x4x2", 24, "scotch"}));

/// By what the model says, not by volume x distance.
TEST(PresetsOfModels, BestIsNoWorseThanDefault) {
  const auto tree = topology::parse_topology("tree:2:2:2@1:10:100");
  const Affinity affinity = testing::random_affinity(8, 30, 3);
  evaluation::CostOptions cost;
  cost.model = evaluation::CostModel::Bottleneck;
  cost.costs = evaluation::assumed_costs(dynamic_cast<const TreeTopology&>(*tree));
  const auto busiest = [&](Preset preset) {
    MapOptions options;
    options.preset = preset;
    const MapResult result = map_by_cost(affinity, *tree, options, cost);
    return evaluation::model_cost(affinity, *tree, result.mapping, options.weight, cost);
  };
  EXPECT_LE(busiest(Preset::Best), busiest(Preset::Default));
}

}  // namespace
}  // namespace topomorph::mapping
