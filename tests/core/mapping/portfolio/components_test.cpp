// What holds for every construction and refinement of the table, and for the plans that name them.
#include "core/mapping/portfolio/components.h"

#include <algorithm>

#include "core/mapping/portfolio/map.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using View = Instance::View;

struct ComponentCase {
  View view;
  const char* topology;
  std::uint64_t roles;
};

void PrintTo(const ComponentCase& that, std::ostream* out) { *out << that.topology << ' ' << that.roles; }

class Components : public ::testing::TestWithParam<ComponentCase> {
 protected:
  Components() {
    options_.preset = Preset::Fast;
    options_.time_limit = 1;
    if (GetParam().view == View::Limits) options_.sharing.roles_per_slot = 3;
    options_.launcher_order = identity_mapping(std::min(GetParam().roles, topology_->slots()));
    options_.launcher_order->resize(GetParam().roles, 0);
    std::reverse(options_.launcher_order->begin(), options_.launcher_order->end());
    plan_.effort = {2, 4, 6, 1};
    plan_.recuts = 2;
    plan_.annealings = 2;
    plan_.work = 100'000;
  }

  Instance instance() const {
    return GetParam().view == View::Tree      ? Instance::on_tree(problem_)
           : GetParam().view == View::Network ? Instance::on_network(problem_)
                                              : Instance::within_limits(problem_);
  }

  std::shared_ptr<const Topology> topology_ = topology::parse_topology(GetParam().topology);
  Affinity affinity_ = testing::random_affinity(GetParam().roles, 4 * GetParam().roles, 5);
  MapOptions options_;
  SearchPlan plan_;
  Workers workers_{1};
  Problem problem_{
      affinity_, *topology_, dynamic_cast<const TreeTopology*>(topology_.get()), options_, Deadline(std::nullopt),
      workers_,  map};
};

TEST_P(Components, ConstructionsAreValidAndTheSameEachTime) {
  const Instance instance = this->instance();
  const Search search{instance, plan_, workers_};
  for (const ConstructorEntry& entry : components().constructors) {
    if (!entry.views.has(GetParam().view)) continue;
    SCOPED_TRACE(entry.name);
    const auto found = entry.construct(search, 0);
    if (!found) continue;  // does not suit the affinity or the topology
    ASSERT_EQ(found->slot_of.size(), instance.vertices());
    if (GetParam().view != View::Limits) {
      EXPECT_NO_THROW(check_mapping(instance.to_mapping(found->slot_of), GetParam().roles, topology_->slots()));
    }
    EXPECT_EQ(entry.construct(search, 0)->slot_of, found->slot_of);
  }
}

TEST_P(Components, RefinementsAreNeverWorse) {
  const Instance instance = this->instance();
  const Search search{instance, plan_, workers_};
  for (const RefinerEntry& entry : components().refiners) {
    if (!entry.views.has(GetParam().view)) continue;
    SCOPED_TRACE(entry.name);
    Pool pool;
    const bool limited = GetParam().view == View::Limits;
    const std::vector<Vertex> start = limited ? instance.balanced() : instance.identity();
    pool.candidates.push_back({Assignment(start, instance.slots()), instance.cost_of(start)});
    entry.refine(search, pool);
    ASSERT_FALSE(pool.candidates.empty());
    EXPECT_LE(pool.best().cost, instance.cost_of(start));
    EXPECT_EQ(pool.best().cost, instance.cost_of(pool.best().assignment.slot_of));
    EXPECT_FALSE(std::any_of(pool.candidates.begin(), pool.candidates.end(),
                             [&](const Candidate& candidate) { return candidate < pool.best(); }));
  }
}

INSTANTIATE_TEST_SUITE_P(Views, Components,
                         ::testing::Values(ComponentCase{View::Tree, "tree:4:2:3@1:10:100", 24},
                                           ComponentCase{View::Tree, "tree:2:2:3@1:10:100", 10},
                                           ComponentCase{View::Network, "torus:4x4", 16},
                                           ComponentCase{View::Network, "torus:3x3+tree:2:2", 30},
                                           ComponentCase{View::Network, "mesh:5x4", 13},
                                           ComponentCase{View::Limits, "tree:2:2:3@1:10:100", 20}));

TEST(Plans, NameComponentsOfTheirView) {
  const auto check = [](const SearchPlan& plan, View view) {
    for (const Start& start : plan.starts) EXPECT_TRUE(components().constructor(start.constructor).views.has(view));
    for (const std::string_view name : plan.refiners) {
      const auto row = std::find_if(components().refiners.begin(), components().refiners.end(),
                                    [&](const RefinerEntry& entry) { return entry.name == name; });
      ASSERT_NE(row, components().refiners.end()) << name;
      EXPECT_TRUE(row->views.has(view)) << name;
    }
  };
  for (const Preset preset : {Preset::Fast, Preset::Default, Preset::Best}) {
    MapOptions options;
    options.preset = preset;
    for (const std::uint64_t size : {8, 100, 1000, 3000, 100'000, 1'000'000}) {
      check(tree_plan(preset, size, true), View::Tree);
      check(tree_plan(preset, size, false), View::Tree);
      check(network_plan(options, {.roles = size, .slots = size, .edges = 4 * size}), View::Network);
      check(network_plan(options, {.roles = size, .slots = 2 * size, .edges = size, .has_machines = true}),
            View::Network);
    }
  }
}

}  // namespace
}  // namespace topomorph::mapping
