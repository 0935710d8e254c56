// Shared by the tests of the algorithms for process grids: grids with hosts, the orders of cells, and the edges they
// cut.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/mapping/baselines/grid_orders.h"
#include "core/mapping/baselines/grid_placement.h"

namespace topomorph::testing {

using namespace mapping;

using HostSlots = std::vector<std::uint64_t>;

struct GridOnHosts {
  std::string spec;
  HostSlots capacities;
};

inline HostSlots equal_hosts(std::size_t hosts, std::uint64_t slots) { return HostSlots(hosts, slots); }

/// Returns grids of one to four dimensions with every stencil, on equal, unequal, surplus and single-slot hosts.
inline std::vector<GridOnHosts> grids_on_hosts() {
  HostSlots two_sizes;
  for (int i = 0; i < 10; ++i) two_sizes.push_back(i % 2 == 0 ? 16 : 8);
  return {{"cart:12x12", equal_hosts(6, 24)},
          {"cart:12x10", two_sizes},
          {"cart:12x10:periodic", {7, 50, 1, 30, 32}},
          {"cart:9x7:hops", equal_hosts(7, 10)},
          {"cart:27x37", equal_hosts(27, 37)},
          {"cart:11x13:component", equal_hosts(13, 11)},
          {"cart:6x5x4", {40, 20, 60}},
          {"cart:6x5x4:periodic:hops", equal_hosts(10, 12)},
          {"cart:3x4x2x5", equal_hosts(8, 15)},
          {"cart:1x1x30", {11, 19}},
          {"cart:17", {3, 3, 3, 3, 3, 3}},
          {"cart:5x5", equal_hosts(25, 1)},
          {"cart:5x5", {25}},
          {"cart:5x5", {0, 13, 0, 12}}};
}

/// The algorithms of [Hunold 2020].
inline constexpr std::array<FunctionOfOrder, 3> kGridOrders = {hyperplane_order, kdtree_order, strips_order};

/// Returns the messages of one exchange that go from one host to another, if each takes its run of cells.
inline std::uint64_t edges_of(const CartesianPattern& pattern, const CellOrder& order, Capacities capacities) {
  std::vector<std::size_t> host_of_cell(order.size());
  std::size_t next = 0;
  for (std::size_t host = 0; host < capacities.size(); ++host) {
    for (std::int64_t i = 0; i < capacities[host]; ++i) host_of_cell[order[next++]] = host;
  }
  std::uint64_t edges = 0;
  pattern.for_each_edge([&](Role a, Role b) { edges += host_of_cell[a] != host_of_cell[b] ? 1 : 0; });
  return edges;
}

}  // namespace topomorph::testing
