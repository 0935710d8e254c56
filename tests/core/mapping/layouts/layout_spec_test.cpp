// Tests of layouts as users write them, iteration orders, limits of ranks, and binding widths.
#include "core/mapping/layouts/layout_spec.h"

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/rank_places.h"
#include "tests/core/mapping/layouts/units.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

using ::testing::ElementsAre;

RankPlaces placed(const std::string& host, const std::string& layout, std::uint64_t ranks, const std::string& bind = "",
                  bool oversubscribe = false) {
  LayoutRequest request{parse_layout(layout), ranks, oversubscribe, std::nullopt};
  if (!bind.empty()) request.bind = parse_binding_width(bind);
  return place_ranks(units_of_hosts({host}), request);
}

TEST(LayoutSpec, IsWrittenAsItIsRead) {
  for (const char* text : {"scbnh", "s[1,0]cbnh", "c[reverse]n", "nL3c[0,2,1],2:L3,4:n", "h,1:c"})
    EXPECT_EQ(to_string(parse_layout(text)), text);
  EXPECT_EQ(to_string(parse_layout("c[2-0,5,3-4]n")), "c[2,1,0,5,3,4]n");
}

TEST(LayoutSpec, IsRefusedWithAReason) {
  EXPECT_INPUT_ERROR(parse_layout("by-rack"), "found \"by-rack\", expected one of by-slot, by-thread");
  EXPECT_INPUT_ERROR(parse_layout("c[0,1,0]n"), "found \"0,1,0\", expected object 0 once");
  EXPECT_INPUT_ERROR(parse_layout("c[]n"), "found \"[]\"");
  EXPECT_INPUT_ERROR(parse_layout("c[x]n"), "found \"x\"");
  EXPECT_INPUT_ERROR(parse_layout("c[0n"), "found \"[0n\", expected a \"]\"");
  EXPECT_INPUT_ERROR(parse_layout("[0]c"), "expected a level before its order");
  EXPECT_INPUT_ERROR(parse_layout("c[0][1]"), "expected one order of visits");
  EXPECT_INPUT_ERROR(parse_layout("c[0-4194304]"), "found \"4194304\"");
  EXPECT_INPUT_ERROR(parse_layout("c[0-4194303,0]"), "expected each object once");
  EXPECT_INPUT_ERROR(parse_layout("cn,2"), "found \"2\", expected the most ranks");
  EXPECT_INPUT_ERROR(parse_layout("cn,0:s"), "found \"0:s\"");
  EXPECT_INPUT_ERROR(parse_layout("cn,2:s,3:s"), "found \"3:s\", expected one limit of each level");
  EXPECT_INPUT_ERROR(parse_layout("cn,2:sc"), "found 2 levels");
  EXPECT_INPUT_ERROR(parse_binding_width("0c"), "--bind: found \"0c\", expected a level (s, socket)");
  EXPECT_INPUT_ERROR(parse_binding_width("2"), "--bind: found \"2\", expected a level (s, socket)");
}

// Section IV-A: "Other iteration patterns, such as custom versions provided by the end user".
TEST(IterationOrder, IsTheUsersChoiceOfEachLevel) {
  const std::string host = "2*synthetic:pack:2 core:4 pu:1";
  EXPECT_THAT(placed(host, "csn", 8).first_unit, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(placed(host, "c[reverse]sn", 8).first_unit, ElementsAre(3, 2, 1, 0, 7, 6, 5, 4));
  EXPECT_THAT(placed(host, "c[0,2,1,3]s[1,0]n", 8).first_unit, ElementsAre(4, 6, 5, 7, 0, 2, 1, 3));
  EXPECT_THAT(placed(host, "n[1,0]cs", 4).first_unit, ElementsAre(8, 0, 9, 1));
}

TEST(IterationOrder, VisitsOnlyListedObjects) {
  const RankPlaces places = placed("2*synthetic:pack:2 core:4 pu:1", "c[1,3]sn[1]", 4);
  EXPECT_EQ(places.places, 4U);
  EXPECT_THAT(places.first_unit, ElementsAre(9, 11, 13, 15));
  EXPECT_INPUT_ERROR(placed("synthetic:pack:2 core:4 pu:1", "c[1,3]sn", 5), "found 5 ranks for 4 places");
  EXPECT_INPUT_ERROR(placed("synthetic:pack:2 core:4 pu:1", "c[4]sn", 1), "found object 4 of level c");
}

TEST(IterationOrder, CountsFromTheWidestHost) {
  const auto units = units_of_hosts({"synthetic:core:2 pu:1", "synthetic:core:4 pu:1"});  // units 0-1, 2-5
  const RankPlaces places = place_ranks(units, {parse_layout("nc[reverse]"), 6, false, std::nullopt});
  EXPECT_THAT(places.first_unit, ElementsAre(5, 4, 1, 3, 0, 2));
}

// Section II, ALPS: "restricting the total number of processes placed on any given resource"; Open MPI's MPPR.
TEST(Limits, RestrictTheRanksOnEachResource) {
  const std::string host = "2*synthetic:pack:2 core:4 pu:1";
  const RankPlaces places = placed(host, "csn,2:s", 8);
  EXPECT_EQ(places.places, 8U);
  EXPECT_THAT(places.first_unit, ElementsAre(0, 1, 4, 5, 8, 9, 12, 13));
  EXPECT_THAT(placed(host, "csn,3:s,4:n", 8).first_unit, ElementsAre(0, 1, 2, 4, 8, 9, 10, 12));
  EXPECT_INPUT_ERROR(placed(host, "csn,2:s", 9), "found 9 ranks, and limits of layout csn,2:s that allow 8");
}

TEST(Limits, HoldWhenRanksStartAgain) {
  const std::string host = "synthetic:pack:2 core:2 pu:1";
  EXPECT_THAT(placed(host, "csn,3:s", 6, "", true).first_unit, ElementsAre(0, 1, 2, 3, 0, 2));
  EXPECT_INPUT_ERROR(placed(host, "csn,3:s", 7, "", true), "found 7 ranks, and limits of layout csn,3:s that allow 6");
}

// Section III-B: the binding width.
TEST(BindingWidth, TakesNeighboursAndMakesLargerSteps) {
  const RankPlaces places = placed("2*synthetic:pack:2 core:4 pu:2", "hcsn", 16, "2c");
  EXPECT_EQ(places.places, 16U);
  EXPECT_THAT(places.bindings[places.binding[0]], ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(places.binding[1], places.binding[0]);  // the second thread of the first core
  EXPECT_THAT(places.bindings[places.binding[2]], ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(placed("synthetic:pack:2 core:4 pu:2", "scn", 4, "2c").first_unit, ElementsAre(0, 8, 4, 12));
}

TEST(BindingWidth, FollowsTheOrderOfVisits) {
  const RankPlaces places = placed("synthetic:core:4 pu:1", "c[0,2,1,3]n", 2, "2c");
  EXPECT_THAT(places.first_unit, ElementsAre(0, 1));
  EXPECT_THAT(places.bindings, ElementsAre(ElementsAre(0, 2), ElementsAre(1, 3)));
}

TEST(BindingWidth, LeavesOutObjectsWithoutEnoughNeighbours) {
  EXPECT_THAT(placed("synthetic:pack:2 core:3 pu:1", "csn", 2, "2c").first_unit, ElementsAre(0, 3));
  EXPECT_INPUT_ERROR(placed("synthetic:pack:2 core:3 pu:1", "csn", 3, "2c"), "found 3 ranks for 2 places");
  EXPECT_INPUT_ERROR(placed("synthetic:pack:2 core:3 pu:1", "sn", 1, "2c"), "expected one with c");
  EXPECT_INPUT_ERROR(placed("synthetic:pack:2 core:3 pu:1", "csn", 1, "4c"),
                     "--bind: found no object with 4 neighbouring c inside it, expected fewer than 4");
}

TEST(BindingWidth, IsALevelByWordsToo) {
  EXPECT_EQ(parse_binding_width("socket").level, LayoutLevel::Socket);
  EXPECT_EQ(parse_binding_width("thread").level, LayoutLevel::Thread);
  EXPECT_EQ(parse_binding_width("2L3").count, 2U);
  for (const LayoutPattern& pattern : layout_patterns())
    EXPECT_EQ(parse_binding_width(pattern.name.substr(3)).level, parse_process_layout(pattern.layout).front());
}

// Section V, level 2. Section II: by-node puts process N + 1 on the next node, by-slot on the next slot.
TEST(LayoutPatterns, AreTheSimplePatternsOfTheSecondLevel) {
  const std::string hosts = "3*synthetic:pack:2 core:2 pu:2";  // 8 units each
  EXPECT_THAT(placed(hosts, "by-node", 5).first_unit, ElementsAre(0, 8, 16, 4, 12));
  EXPECT_THAT(placed(hosts, "by-slot", 5).first_unit, ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(placed(hosts, "by-core", 5).first_unit, ElementsAre(0, 2, 4, 6, 8));
  EXPECT_THAT(placed(hosts, "by-thread", 5).first_unit, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(placed(hosts, "by-socket", 5).first_unit, ElementsAre(0, 4, 8, 12, 16));
}

// Figure 1, line 3 calls the layout sbnch "by-socket".
TEST(LayoutPatterns, BySocketIsTheCallOfFigure1) {
  EXPECT_EQ(parse_layout("by-socket"), parse_layout("sbnch"));
  EXPECT_EQ(layout_patterns().front().name, "by-slot");  // level 1: the default
}

TEST(LayoutPatterns, BeginWithTheObjectsOfTheirName) {
  const std::string host = "2*synthetic:\"group:2 pack:2 numa:2 l3:2 l2:2 l1:2 core:2 pu:2\"";
  const auto second = [&](const char* layout) { return placed(host, layout, 2).first_unit[1]; };
  EXPECT_EQ(second("by-thread"), 1U);
  EXPECT_EQ(second("by-L1"), 4U);
  EXPECT_EQ(second("by-L2"), 8U);
  EXPECT_EQ(second("by-L3"), 16U);
  EXPECT_EQ(second("by-numa"), 32U);
  EXPECT_EQ(second("by-socket"), 64U);
  EXPECT_EQ(second("by-board"), 128U);
  EXPECT_EQ(second("by-node"), 256U);
}

}  // namespace
}  // namespace topomorph::mapping
