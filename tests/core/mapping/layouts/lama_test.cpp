// Tests of ranks on places: the paper's example, unequal hosts, unavailable units, pruning, binding.
#include <algorithm>
#include <numeric>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/rank_places.h"
#include "tests/core/mapping/layouts/units.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

std::vector<std::uint32_t> first_units(const std::vector<LayoutUnit>& units, const std::string& layout,
                                       std::uint64_t ranks) {
  return place_ranks(units, {parse_layout(layout), ranks, false, std::nullopt}).first_unit;
}

/// Returns the units by the nested loops of figure 1, written out for equal nodes: node, socket, core, thread -> unit.
std::vector<std::uint32_t> by_loops(std::uint32_t sockets, std::uint32_t cores, std::uint32_t ranks) {
  std::vector<std::uint32_t> units;
  for (std::uint32_t thread = 0; thread < 2; ++thread)
    for (std::uint32_t node = 0; node < 2; ++node)
      for (std::uint32_t core = 0; core < cores; ++core)
        for (std::uint32_t socket = 0; socket < sockets; ++socket)
          units.push_back(((node * sockets + socket) * cores + core) * 2 + thread);
  units.resize(ranks);
  return units;
}

// Figure 2: sockets first, then the cores of a node, then the other node, then the second thread of each core.
TEST(Lama, PutsTheTwentyFourProcessesOfThePaper) {
  const auto units = units_of_hosts({"2*synthetic:\"pack:2 core:3 pu:2\""});
  EXPECT_THAT(first_units(units, "scbnh", 24), ElementsAre(0, 6, 2, 8, 4, 10, 12, 18, 14, 20, 16, 22,  //
                                                           1, 7, 3, 9, 5, 11, 13, 19, 15, 21, 17, 23));
}

TEST(Lama, BeginsAgainAtTheFirstNodeWithTheSecondThreads) {
  const auto units = units_of_hosts({"2*synthetic:pack:2 core:4 pu:2"});
  const auto places = first_units(units, "scbnh", 24);
  EXPECT_THAT(places, ElementsAreArray(by_loops(2, 4, 24)));
  EXPECT_EQ(places[16], 1U);  // second thread, first core, first socket, first node
}

TEST(Lama, TakesTheLeftmostLetterForTheInnermostLoop) {
  const auto units = units_of_hosts({"2*synthetic:pack:2 core:2 pu:1"});
  EXPECT_THAT(first_units(units, "hcsbn", 8), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(first_units(units, "nscbh", 8), ElementsAre(0, 4, 2, 6, 1, 5, 3, 7));
}

TEST(Lama, SkipsPlacesThatUnequalHostsDoNotHave) {
  // Units 0-3: two sockets of two cores; 4-6: one socket of three.
  const auto units = units_of_hosts({"synthetic:pack:2 core:2 pu:1", "synthetic:pack:1 core:3 pu:1"});
  EXPECT_THAT(first_units(units, "nsch", 7), ElementsAre(0, 4, 2, 1, 5, 3, 6));
  EXPECT_THAT(first_units(units, "scnh", 7), ElementsAre(0, 2, 1, 3, 4, 5, 6));
  const PlaceGrid grid(units, kAllLayoutLevels);
  EXPECT_EQ(grid.width(LayoutLevel::Node), 2U);
  EXPECT_EQ(grid.width(LayoutLevel::Socket), 2U);
  EXPECT_EQ(grid.width(LayoutLevel::Core), 3U);
}

TEST(Lama, SkipsWhatIsUnavailableWithoutNumberingAnew) {
  auto units = units_of_hosts({"2*synthetic:pack:2 core:2 pu:1"});
  units[0].available = units[5].available = false;
  EXPECT_THAT(first_units(units, "nsch", 6), ElementsAre(4, 2, 6, 1, 3, 7));
  EXPECT_INPUT_ERROR(first_units(units, "nsch", 7), "found 7 ranks for 6 places of layout nsch");
  for (LayoutUnit& unit : units) unit.available = false;
  EXPECT_INPUT_ERROR(first_units(units, "nsch", 1), "no processing unit that may be used");
}

TEST(Lama, NumbersTheChildrenOfPrunedLevelsInsideTheNearestRetainedOne) {
  const auto units = units_of_hosts({"2*synthetic:pack:2 core:2 pu:1"});
  EXPECT_THAT(first_units(units, "nc", 8), ElementsAre(0, 4, 1, 5, 2, 6, 3, 7));  // no sockets: cores 0-3 of a node
  EXPECT_THAT(first_units(units, "sc", 8), ElementsAre(0, 2, 4, 6, 1, 3, 5, 7));  // no nodes: sockets 0-3 of them all
}

TEST(Lama, TakesWholeObjectsWhereTheLayoutEndsAboveThreads) {
  const auto units = units_of_hosts({"synthetic:pack:2 core:2 pu:2"});
  const RankPlaces places = place_ranks(units, {parse_layout("sc"), 4, false, std::nullopt});
  EXPECT_THAT(places.first_unit, ElementsAre(0, 4, 2, 6));
  EXPECT_THAT(places.bindings[places.binding[1]], ElementsAre(4, 5));
  EXPECT_INPUT_ERROR(place_ranks(units, {parse_layout("sn"), 3, false, std::nullopt}), "3 ranks for 2 places");
}

TEST(Lama, GoesAroundAgainOnRequest) {
  const auto units = units_of_hosts({"synthetic:pack:2 core:2 pu:1"});
  const RankPlaces places = place_ranks(units, {parse_layout("sc"), 10, true, std::nullopt});
  EXPECT_THAT(places.first_unit, ElementsAre(0, 2, 1, 3, 0, 2, 1, 3, 0, 2));
  EXPECT_EQ(places.binding[0], places.binding[8]);
}

TEST(Lama, BindsToTheObjectsOfALevel) {
  auto units = units_of_hosts({"2*synthetic:pack:2 l2:1 core:2 pu:2"});
  units[1].available = false;
  const auto bound = [&](const char* level, std::size_t rank) {
    const RankPlaces places = place_ranks(units, {parse_layout("hcsn"), 15, false, parse_binding_width(level)});
    return places.bindings[places.binding[rank]];
  };
  EXPECT_THAT(bound("s", 0), ElementsAre(0, 2, 3));
  EXPECT_THAT(bound("L2", 2), ElementsAre(0, 2, 3));
  EXPECT_THAT(bound("c", 1), ElementsAre(2, 3));
  EXPECT_THAT(bound("h", 1), ElementsAre(2));
  EXPECT_THAT(bound("n", 14), ElementsAre(8, 9, 10, 11, 12, 13, 14, 15));
}

TEST(Lama, AcceptsAllOrdersOfAllLevels) {
  ProcessLayout layout(kAllLayoutLevels.begin(), kAllLayoutLevels.end());
  std::size_t accepted = 0;
  do {
    accepted += parse_process_layout(to_string(layout)) == layout;
  } while (std::next_permutation(layout.begin(), layout.end()));
  EXPECT_EQ(accepted, 362880U);
}

TEST(Lama, EveryOrderUsesEveryPlaceOnce) {
  const auto units =
      units_of_hosts({"2*synthetic:group:2 pack:2 l3:2 l2:1 l1:1 core:2 pu:2", "synthetic:pack:1 core:3 pu:1"});
  const PlaceGrid grid(units, kAllLayoutLevels);
  ProcessLayout layout(kAllLayoutLevels.begin(), kAllLayoutLevels.end());
  for (int i = 0; i < 1000; ++i) {
    auto order = grid.order(layout);
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> all(units.size());
    std::iota(all.begin(), all.end(), 0);
    ASSERT_EQ(order, all) << to_string(layout);
    for (int step = 0; step < 361; ++step) std::next_permutation(layout.begin(), layout.end());
  }
}

TEST(Lama, RefusesWhatIsNoLayout) {
  EXPECT_INPUT_ERROR(parse_process_layout(""), "found no level, expected letters");
  EXPECT_INPUT_ERROR(parse_process_layout("scx"), "layout \"scx\": found \"x\"");
  EXPECT_INPUT_ERROR(parse_process_layout("scs"), "found \"s\" twice");
  EXPECT_INPUT_ERROR(parse_process_layout("nL4"), "found \"L4\"");
  EXPECT_INPUT_ERROR(parse_process_layout("nL"), "found \"L\"");
  EXPECT_INPUT_ERROR(parse_layout_level("sc"), "found 2 levels");
}

}  // namespace
}  // namespace topomorph::mapping
