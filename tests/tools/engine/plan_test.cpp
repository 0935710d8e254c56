// Tests of the engine's verb `plan` for patterns from the application: grids, topologies that the user gave, messages.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/tools/engine/asking.h"

namespace topomorph::reorder {
namespace {

using wire::FrameType;

constexpr const char* kCall = "Cart_create grid";

Answer plan_grid(const wire::Buffer& request, std::vector<std::string> options = {}) {
  options.emplace_back("--call");
  options.emplace_back(kCall);
  return plan(options, request);
}

/// `processes` unbound processes, with process p on the host that `host_of` returns.
template <typename HostOf>
wire::Buffer request_for(std::uint64_t processes, HostOf host_of, const std::vector<std::int64_t>& dims,
                         std::int64_t periodic = 0) {
  std::string locations;
  for (std::uint64_t p = 0; p < processes; ++p) {
    locations += "node" + std::to_string(host_of(p)) + "\t\n";
  }
  std::vector<std::int64_t> numbers;
  for (const std::int64_t length : dims) {
    numbers.insert(numbers.end(), {length, periodic});
  }
  wire::Buffer request;
  wire::append_text(request, FrameType::Locations, locations);
  wire::append_records<std::int64_t>(request, FrameType::Grid, numbers);
  return request;
}

std::string grid_error(const wire::Buffer& request, const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments = {"plan", "--call", kCall};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return error_of(arguments, request);
}

void expect_permutation(std::vector<std::uint64_t> ranks, std::uint64_t size) {
  std::sort(ranks.begin(), ranks.end());
  ASSERT_EQ(ranks.size(), size);
  for (std::uint64_t i = 0; i < size; ++i) EXPECT_EQ(ranks[i], i);
}

TEST(PlanOfGrid, TwelveByTwelveOnSixHosts) {
  const Answer answer = plan_grid(request_for(144, [](auto p) { return p / 24; }, {12, 12}));
  EXPECT_EQ(answer.summary.at("message"), "Cart_create grid on 6 nodes: edges between nodes 120 -> 72 (-40 %)");
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "72");
  expect_permutation(answer.ranks, 144);
  EXPECT_EQ(answer.ranks[0], 0U);
}

TEST(PlanOfGrid, CyclicPlacementIsAsGoodAsBlocks) {
  const Answer answer = plan_grid(request_for(144, [](auto p) { return p % 6; }, {12, 12}));
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "72");
  expect_permutation(answer.ranks, 144);
}

TEST(PlanOfGrid, AnyGainIsWorthIt) {
  // 2 x 9 in rows of 9 on hosts of 6: half a column more or less.
  const Answer answer = plan_grid(request_for(18, [](auto p) { return p / 6; }, {2, 9}), {"--min-gain", "99"});
  EXPECT_EQ(answer.summary.at("decision"), "reorder");
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "8");
}

TEST(PlanOfGrid, WhatIsBestIsKept) {
  const Answer answer = plan_grid(request_for(16, [](auto p) { return p / 4; }, {16}));
  EXPECT_EQ(answer.summary.at("decision"), "keep");
  for (std::uint64_t p = 0; p < 16; ++p) EXPECT_EQ(answer.ranks[p], p);
}

TEST(PlanOfGrid, ProcessesOutsideComeLastInTheirOrder) {
  const Answer answer = plan_grid(request_for(8, [](auto p) { return p % 2; }, {2, 2}));
  expect_permutation(answer.ranks, 8);
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "0");  // four of one host
  for (std::uint64_t p = 0; p < 8; ++p) EXPECT_EQ(answer.ranks[p] < 4, p % 2 == 0);
  EXPECT_LT(answer.ranks[1], answer.ranks[3]);
  EXPECT_LT(answer.ranks[3], answer.ranks[5]);
}

// One more edge between hosts would gain much inside a bound host: it is not accepted.
TEST(PlanOfGrid, EdgesBetweenHostsComeFirst) {
  std::string locations;
  for (int p = 0; p < 64; ++p) {
    locations += "node" + std::to_string(p / 32) + "\tPackage:" + std::to_string(p % 2) +
                 "/L3Cache:" + std::to_string(p / 2 % 4) + "/Core:" + std::to_string(p / 8 % 4) + "\n";
  }
  wire::Buffer request;
  wire::append_text(request, FrameType::Locations, locations);
  wire::append_records<std::int64_t>(request, FrameType::Grid, std::vector<std::int64_t>{8, 0, 8, 0});
  const Answer answer = plan_grid(request);
  EXPECT_EQ(answer.summary.at("host_bytes_after"), "16");
  EXPECT_EQ(answer.summary.at("decision"), "reorder");  // the packages
}

TEST(PlanOfGrid, SlotsSayWhereProcessesAreOnAGivenTopology) {
  wire::Buffer request = request_for(4, [](auto) { return 0; }, {4});
  wire::append_records<std::uint64_t>(request, FrameType::Slots, std::vector<std::uint64_t>{0, 6, 1, 7});
  const Answer answer = plan_grid(request, {"--topology", "tree:2:4"});
  EXPECT_EQ(answer.ranks[0], 0U);
  EXPECT_EQ(answer.ranks[2], 1U);  // beside process 0
  EXPECT_EQ(answer.summary.at("message"),
            "Cart_create grid on 1 node: edges between branches of level 1 6 -> 2 (-67 %)");
}

TEST(PlanOfGrid, RefusesWhatDoesNotFit) {
  const auto one_host = [](auto) { return 0; };
  EXPECT_NE(grid_error(request_for(4, one_host, {5})).find("grid of 5 cells and 4 locations"), std::string::npos);
  EXPECT_NE(grid_error(request_for(4, one_host, {0})), "");
  EXPECT_NE(grid_error(request_for(4, one_host, {})), "");
  wire::Buffer request = request_for(4, one_host, {4});
  wire::append_records<std::uint64_t>(request, FrameType::Slots, std::vector<std::uint64_t>{0, 1, 8});
  EXPECT_NE(grid_error(request).find("3 slots and 4 locations"), std::string::npos);
  wire::append_records<std::uint64_t>(request, FrameType::Slots, std::vector<std::uint64_t>{0, 1, 2, 8});
  EXPECT_NE(grid_error(request, {"--topology", "tree:2:4"}).find("has 8 slots, this job has 9"), std::string::npos);
  wire::append_records<std::uint64_t>(request, FrameType::Slots, std::vector<std::uint64_t>{0, 1, 2, 2});
  EXPECT_NE(grid_error(request, {"--topology", "tree:2:4"}), "");
}

}  // namespace
}  // namespace topomorph::reorder
