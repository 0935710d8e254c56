// Tests of all 362 880 layouts of the paper's nine levels [Hursey 2011, abstract], on a machine where all of them
// branch.
#include <algorithm>
#include <array>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/topology/spec.h"
#include "tests/core/mapping/layouts/units.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

const std::string kMachine = "synthetic:\"group:2 pack:2 numa:2 l3:2 l2:2 l1:2 core:2 pu:2\"";
constexpr std::uint32_t kPlaces = 512, kLayouts = 362880;

/// Counts the permutations of all nine levels. Each must use every place once.
class AllLayouts {
 public:
  explicit AllLayouts(const std::vector<LayoutUnit>& units) : grid_(units, kAllLayoutLevels) {
    do {
      judge(grid_.order(layout_));
    } while (std::next_permutation(layout_.begin(), layout_.end()));
    std::sort(seen_.begin(), seen_.end());
  }
  /// Layouts that use each place once.
  std::size_t complete() const { return complete_; }
  /// Layouts that differ from each other in a place of the ranks 0, 1, 2, 4, 8, ...
  std::ptrdiff_t distinct() { return std::unique(seen_.begin(), seen_.end()) - seen_.begin(); }

 private:
  using Part = std::array<std::uint32_t, kLayoutLevels>;

  void judge(const std::vector<std::uint32_t>& order) {
    ASSERT_EQ(order.size(), kPlaces);
    Part part = {};
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = order[std::size_t{1} << i];
    seen_.push_back(part);
    ++number_;
    std::uint32_t used = 0;
    for (const std::uint32_t *place = order.data(), *end = place + kPlaces; place != end; ++place) {  // 370 million
      if (*place >= kPlaces) return;
      used += last_use_[*place] != number_;
      last_use_[*place] = number_;
    }
    complete_ += used == kPlaces;
  }

  PlaceGrid grid_;
  ProcessLayout layout_{kAllLayoutLevels.begin(), kAllLayoutLevels.end()};
  std::vector<Part> seen_;
  std::uint32_t last_use_[kPlaces] = {};  // number of the last layout
  std::uint32_t number_ = 0;
  std::size_t complete_ = 0;
};

TEST(NineLevels, AllBranchOnHostsAndInTopologies) {
  const auto of_hosts = units_of_hosts({"2*" + kMachine});
  const auto of_topology = layout_units(*topology::parse_topology("tree:2+" + kMachine + "@threads"));
  EXPECT_THAT(widths(of_hosts), ::testing::ElementsAreArray(std::vector<std::uint32_t>(kLayoutLevels, 2)));
  EXPECT_EQ(widths(of_topology), widths(of_hosts));
}

// Abstract and section VI: 362 880 mapping permutations.
TEST(NineLevels, AllPermutationsAreDifferentPlacementsOfEveryPlace) {
  if (testing::kSanitized) GTEST_SKIP() << "takes a minute with sanitizers";
  AllLayouts of_hosts(units_of_hosts({"2*" + kMachine}));
  EXPECT_EQ(of_hosts.complete(), kLayouts);
  EXPECT_EQ(of_hosts.distinct(), kLayouts);
}

TEST(NineLevels, TheSearchTriesAllPermutations) {
  if (testing::kSanitized) GTEST_SKIP() << "takes a minute with sanitizers";
  const auto topology = topology::parse_topology("tree:2+" + kMachine + "@threads");
  // Ranks 0 and 1 belong on different boards, ranks 0 and 2 on different L2 caches of one L3.
  const auto cost = [&](const Mapping& mapping) {
    const auto apart = [&](Role a, Role b) { return static_cast<double>(topology->distance(mapping[a], mapping[b])); };
    return -apart(0, 1) + apart(0, 2) + (mapping[256] == 1 ? 0 : 1000) + (mapping[1] == 128 ? 0 : 1000) +
           (mapping[2] == 8 ? 0 : 1000);
  };
  const LayoutSearch search = search_layouts(*topology, kPlaces, cost);
  EXPECT_EQ(search.layouts, kLayouts);
  EXPECT_EQ(search.orders, kLayouts);
  const std::string best = to_string(search.best);
  EXPECT_TRUE(best.starts_with("bL2") && best.ends_with("h")) << best;
  EXPECT_EQ(search.mapping, map_by_layout(*topology, {search.best}, kPlaces));
}

}  // namespace
}  // namespace topomorph::mapping
