// The simulated machines and the orders on them: hosts, routes, and that each order is a mapping.
#include <algorithm>

#include <gtest/gtest.h>

#include "benchmarks/scale/fat_tree.h"
#include "benchmarks/scale/machine.h"
#include "benchmarks/scale/measures.h"
#include "benchmarks/scale/orders.h"
#include "benchmarks/scale/program.h"
#include "core/base/successive.h"
#include "core/replay/affinity.h"
#include "tests/core/testing.h"

namespace topomorph::scale {
namespace {

std::vector<std::string> names_of_route(const Routing& routing, Slot a, Slot b) {
  std::vector<Link> links;
  routing.route(a, b, links);
  std::vector<std::string> names;
  for (const Link link : links) names.push_back(routing.name(link));
  return names;
}

/// Three pods of two leaf switches with two hosts, two spines with one cable up each.
TEST(FatTree, RoutesOverTheSwitchesThatTheDestinationSelects) {
  const FatTreeRouting routing({.hosts = 2, .leaves = 2, .pods = 3, .spines = 2, .cores = 1});
  using Names = std::vector<std::string>;
  EXPECT_EQ(names_of_route(routing, 3, 3), Names{});
  EXPECT_EQ(names_of_route(routing, 0, 1), (Names{"host 0 up", "host 1 down"}));
  EXPECT_EQ(names_of_route(routing, 0, 3),
            (Names{"host 0 up", "leaf 0 spine 1 up", "leaf 1 spine 1 down", "host 3 down"}));
  EXPECT_EQ(names_of_route(routing, 0, 10), (Names{"host 0 up", "leaf 0 spine 0 up", "spine 0 core 0 up",
                                                   "spine 4 core 0 down", "leaf 5 spine 0 down", "host 10 down"}));
}

/// Hosts that differ by a multiple of the spines still spread over all core switches.
TEST(FatTree, UsesAllCablesOfASpine) {
  const FatTreeRouting routing({.hosts = 4, .leaves = 4, .pods = 2, .spines = 4, .cores = 4});
  std::vector<std::uint64_t> used(routing.links());
  for (Slot from = 0; from < 16; ++from) {
    for (Slot to = 16; to < 32; ++to) {
      std::vector<Link> links;
      routing.route(from, to, links);
      EXPECT_EQ(links.size(), 6U);
      for (const Link link : links) ++used.at(link);
    }
  }
  EXPECT_EQ(std::ranges::count(used, 16U), 2 * 16 + 2 * 16 + 2 * 16) << "hosts, cables of leaves, cables of spines";
}

class EveryMachine : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryMachine, HasTheHostsOfTheJobInBothOrders) {
  for (const std::uint64_t ranks : {64U, 256U, 1024U}) {
    const Machine machine = make_machine(GetParam(), ranks);
    EXPECT_EQ(machine.topology->slots(), ranks);
    EXPECT_EQ(machine.network->slots(), 3 * ranks / kCores);
    const auto all = successive<std::uint32_t>(ranks / kCores);
    EXPECT_TRUE(std::ranges::is_permutation(machine.by_name, all));
    EXPECT_TRUE(std::ranges::is_permutation(machine.by_network, all));
    EXPECT_TRUE(ranks == 64 || machine.by_name != machine.by_network) << "by name would be the order of the network";
  }
}

TEST_P(EveryMachine, RoutesBetweenHostsOnly) {
  const Machine machine = make_machine(GetParam(), 256);
  std::vector<Link> links;
  machine.routing->route(0, kCores - 1, links);
  EXPECT_TRUE(links.empty());
  for (Slot slot = kCores; slot < 256; slot += kCores) {
    links.clear();
    machine.routing->route(0, slot, links);
    EXPECT_FALSE(links.empty());
    EXPECT_TRUE(std::ranges::all_of(links, [&](Link link) { return link < machine.routing->links(); }));
  }
}

TEST_P(EveryMachine, HasEveryOrder) {
  constexpr double kSeconds = 60;  // Scotch fails at its limit, and takes 0.2 s under a sanitizer
  const Affinity affinity = replay::affinity_of(make_program("minighost", 64));
  const Machine machine = make_machine(GetParam(), 64);
  for (const std::string_view order : order_names()) {
    const Mapping mapping = order_of(order, affinity, machine, 1, kSeconds);
    EXPECT_NO_THROW(check_mapping(mapping, 64, 64)) << order;
    const Measures measures = measures_of(affinity, machine, mapping);
    EXPECT_GE(measures.hop_bytes, static_cast<double>(measures.bytes)) << order;
    EXPECT_GE(measures.congestion, static_cast<double>(measures.most_bytes)) << order;
  }
}

INSTANTIATE_TEST_SUITE_P(Scale, EveryMachine, ::testing::ValuesIn(machine_names().begin(), machine_names().end()),
                         [](const auto& given) {
                           std::string name(given.param);
                           std::erase_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; });
                           return name;
                         });

TEST(ScaleMachines, RefuseWhatTheyAreNot) {
  EXPECT_INPUT_ERROR(make_machine("ring", 64), "\"ring\"");
  EXPECT_INPUT_ERROR(make_machine("torus", 128), "128 ranks");
  EXPECT_INPUT_ERROR(costs_at(40), "40 Gbit/s");
  EXPECT_INPUT_ERROR(order_of("best", Affinity(), make_machine("torus", 64), 1, 1), "\"best\"");
}

}  // namespace
}  // namespace topomorph::scale
