// Hosts and mapping together: valid, on free hosts, with the reported cost.
#include "core/allocation/allocate.h"

#include <algorithm>
#include <map>

#include "core/evaluation/evaluate.h"
#include "core/model/cartesian_pattern.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::allocation {
namespace {

std::vector<Slot> two_thirds_of(const Topology& network) {
  std::vector<Slot> free;
  for (Slot host = 0; host < network.slots(); ++host) {
    if (host * 13 % 9 < 6) free.push_back(host);
  }
  return free;
}

AllocationOptions with(const std::string& allocator, std::uint64_t slots, const std::string& algorithm = "pacmap") {
  AllocationOptions options{allocator, slots, {}};
  options.map.algorithm = algorithm;
  return options;
}

void expect_valid(const Allocation& found, const std::vector<Slot>& free, std::uint64_t slots, const char* what) {
  std::map<Slot, std::uint64_t> roles_on;
  for (const Slot host : found.host_of_role) ++roles_on[host];
  std::vector<Slot> used;
  for (const auto& [host, roles] : roles_on) {
    used.push_back(host);
    EXPECT_LE(roles, slots) << what;
    EXPECT_TRUE(std::binary_search(free.begin(), free.end(), host)) << what;
  }
  EXPECT_EQ(used, found.hosts) << what;
}

TEST(Allocate, IsValidAndDeterministicForEveryAllocatorAndSomeAlgorithms) {
  const Affinity affinity = testing::random_affinity(50, 300, 2);
  for (const std::string spec : {"torus:4x4x4", "mesh:8x6", "tree:6:6", "dragonfly:5x4x2", "hcub:5"}) {
    const auto network = topology::parse_topology(spec);
    const std::vector<Slot> free = two_thirds_of(*network);
    for (const std::string& allocator : allocators()) {
      const bool searches = allocator == "search" || allocator == "auto";  // they take longer
      for (const char* algorithm : {"pacmap", "rcm", "random"}) {
        if (searches && (algorithm != std::string("pacmap") || (spec != "mesh:8x6" && spec != "tree:6:6"))) continue;
        const Allocation found = allocate(affinity, network, free, with(allocator, 4, algorithm));
        EXPECT_EQ(found.hosts.size(), 13U) << spec;
        expect_valid(found, free, 4, spec.c_str());
        EXPECT_EQ(allocate(affinity, network, free, with(allocator, 4, algorithm)).host_of_role, found.host_of_role);
        EXPECT_EQ(found.hop_bytes, evaluation::evaluate(affinity, *network, found.host_of_role, 4).hop_bytes);
      }
    }
  }
}

TEST(Allocate, AutoTakesTheBestOfAll) {
  const Affinity affinity = parse_cart_affinity("cart:10x10");
  const auto torus = topology::parse_topology("torus:6x6x6");
  const std::vector<Slot> free = two_thirds_of(*torus);
  const Allocation best = allocate(affinity, torus, free, with("auto", 4));
  Cost least = ~Cost{0};
  for (const char* allocator : {"pacmap", "best-fit", "mc1x1", "search"}) {
    least = std::min(least, allocate(affinity, torus, free, with(allocator, 4)).hop_bytes);
  }
  EXPECT_EQ(best.hop_bytes, least);
  EXPECT_NE(best.allocator, "auto");
}

TEST(Allocate, SearchNeverCostsMoreThanPacmap) {
  const Affinity affinity = testing::random_affinity(60, 240, 9);
  for (const char* spec : {"torus:4x4x4", "tree:6:6", "dragonfly:5x4x2"}) {
    const auto network = topology::parse_topology(spec);
    const std::vector<Slot> free = two_thirds_of(*network);
    EXPECT_LE(allocate(affinity, network, free, with("search", 4)).hop_bytes,
              allocate(affinity, network, free, with("pacmap", 4)).hop_bytes)
        << spec;
  }
}

TEST(Allocate, MappingOnChosenHostsNeverCostsMoreThanTheirGroups) {
  const Affinity affinity = parse_cart_affinity("cart:8x8");
  const auto torus = topology::parse_topology("torus:4x4x4");
  const std::vector<Slot> free = two_thirds_of(*torus);
  for (const char* allocator : {"pacmap", "best-fit"}) {
    EXPECT_LE(allocate(affinity, torus, free, with(allocator, 4, "auto")).hop_bytes,
              allocate(affinity, torus, free, with(allocator, 4)).hop_bytes)
        << allocator;
  }
}

TEST(Allocate, OneHostForAllCostsNothing) {
  const auto torus = topology::parse_topology("torus:4x4");
  const Allocation found = allocate(parse_cart_affinity("cart:4x4"), torus, {3, 9}, with("pacmap", 64));
  EXPECT_EQ(found.hosts.size(), 1U);
  EXPECT_EQ(found.hop_bytes, 0U);
}

TEST(Allocate, RefusesWhatCannotBe) {
  const auto torus = topology::parse_topology("torus:4x4");
  const Affinity affinity = parse_cart_affinity("cart:4x4");
  EXPECT_INPUT_ERROR(allocate(affinity, torus, {0, 1, 2}, with("pacmap", 4)), "found 3 free hosts for a job of 4");
  EXPECT_INPUT_ERROR(allocate(affinity, torus, {0, 1, 2, 3}, with("worst-fit", 4)), "unknown allocator \"worst-fit\"");
  EXPECT_INPUT_ERROR(allocate(affinity, torus, {0, 1, 2, 3}, with("pacmap", 4, "nothing")),
                     "unknown mapping algorithm");
  EXPECT_INPUT_ERROR(allocate(affinity, torus, {0}, with("pacmap", 0)), "expected at least one");
}

TEST(Allocate, WeightSaysWhatKeepsRolesTogether) {
  // many messages between 2i and 2i + 1, many bytes between i and i + 4
  std::vector<Traffic> traffic;
  for (Role role = 0; role < 8; role += 2) traffic.push_back({role, role + 1, 10, 1000});
  for (Role role = 0; role < 4; ++role) traffic.push_back({role, role + 4, 100000, 1});
  const Affinity affinity = Affinity::from_traffic(8, traffic);
  AllocationOptions options{"pacmap", 2, {}};
  options.map.algorithm = "pacmap";
  const std::vector<Slot> all = {0, 1, 2, 3, 4, 5, 6, 7};
  for (const Weight weight : {Weight::Bytes, Weight::Messages}) {
    options.map.weight = weight;
    const Allocation found = allocate(affinity, topology::parse_topology("torus:8"), all, options);
    const auto together = [&](Role a, Role b) { return found.host_of_role[a] == found.host_of_role[b]; };
    EXPECT_EQ(together(0, 4) && together(1, 5) && together(2, 6) && together(3, 7), weight == Weight::Bytes);
    EXPECT_EQ(together(0, 1) && together(2, 3) && together(4, 5) && together(6, 7), weight == Weight::Messages);
    EXPECT_LE(found.hop_bytes, weight == Weight::Bytes ? Cost{4 * 10 * 2} : Cost{4 * 1 * 2});
  }
}

}  // namespace
}  // namespace topomorph::allocation
