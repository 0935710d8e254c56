// Mapping of Cartesian process grids to hosts: the specialised algorithms, and the best of them.
#include "core/mapping/grids/cartesian.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/grids/cell_order.h"
#include "core/mapping/grids/host_swaps.h"

namespace topomorph::mapping {

namespace {

constexpr const char* kPaper = "Hunold, von Kirchbach, Lehr, Schulz, Träff 2020, arXiv 2005.09521";

CellOrder row_major_order(const CartesianPattern& pattern, Capacities) {
  return successive<Role>(static_cast<std::size_t>(pattern.cells()));
}

}  // namespace

std::span<const CartesianAlgorithm> cartesian_algorithms() {
  static const std::array<CartesianAlgorithm, 4> table = {{
      {"hyperplane", kPaper, hyperplane_order},
      {"kdtree", kPaper, kdtree_order},
      {"strips", kPaper, strips_order},
      {"tiling", "best guillotine tiling, strips and bisection, exact for unequal hosts", tiling_order},
  }};
  return table;
}

HostSequence host_sequence(std::int64_t cells, std::span<const std::uint64_t> capacities,
                           std::optional<std::uint32_t> first) {
  HostSequence result;
  auto by_size = successive<std::uint32_t>(capacities.size());
  const auto key = [&](std::uint32_t host) {
    const bool like_first = first && capacities[host] == capacities[*first];
    return std::tuple(!like_first, !(first && host == *first), ~capacities[host]);  // ~: largest first
  };
  std::stable_sort(by_size.begin(), by_size.end(), [&](auto a, auto b) { return key(a) < key(b); });
  std::int64_t left = cells;
  for (const std::uint32_t host : by_size) {
    const auto taken =
        static_cast<std::int64_t>(std::min<std::uint64_t>(capacities[host], static_cast<std::uint64_t>(left)));
    if (taken == 0) break;
    result.host.push_back(host);
    result.cells.push_back(taken);
    left -= taken;
  }
  if (left > 0)
    throw InputError(
        fmt::format("found {} slots for a grid of {} cells, expected at least as many", cells - left, cells));
  return result;
}

CartesianMapping cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                   const CartesianAlgorithm& algorithm, std::optional<std::uint32_t> first) {
  const HostSequence sequence = host_sequence(pattern.cells(), capacities, first);
  CartesianMapping result;
  result.host_of_cell = hosts_in_order(algorithm.order(pattern, sequence.cells), sequence.cells);
  result.inter_host_edges = inter_host_edges(pattern, result.host_of_cell);
  for (std::uint32_t& host : result.host_of_cell) host = sequence.host[host];
  result.algorithm = algorithm.name;
  return result;
}

CartesianMapping best_cartesian_mapping(const CartesianPattern& pattern, std::span<const std::uint64_t> capacities,
                                        std::optional<std::uint32_t> first) {
  std::vector<CartesianAlgorithm> all = {{"row-major", "", row_major_order}};
  all.insert(all.end(), cartesian_algorithms().begin(), cartesian_algorithms().end());
  CartesianMapping best;
  for (const CartesianAlgorithm& algorithm : all) {
    CartesianMapping mapping = cartesian_mapping(pattern, capacities, algorithm, first);
    improve_by_host_swaps(pattern, mapping.host_of_cell, first.has_value());
    mapping.inter_host_edges = inter_host_edges(pattern, mapping.host_of_cell);
    if (best.algorithm.empty() || mapping.inter_host_edges < best.inter_host_edges) best = std::move(mapping);
  }
  return best;
}

Mapping slots_on_hosts(std::span<const std::uint32_t> host_of_cell, std::span<const std::uint32_t> host_of_slot) {
  std::vector<std::vector<Slot>> slots;
  for (Slot slot = 0; slot < host_of_slot.size(); ++slot) {
    if (host_of_slot[slot] >= slots.size()) slots.resize(host_of_slot[slot] + std::size_t{1});
    slots[host_of_slot[slot]].push_back(slot);
  }
  std::vector<std::size_t> used(slots.size(), 0);
  Mapping mapping;
  for (const std::uint32_t host : host_of_cell) {
    if (host >= slots.size() || used[host] == slots[host].size()) {
      throw InputError(fmt::format("found more roles for host {} than it has slots, expected at most {}", host,
                                   host < slots.size() ? slots[host].size() : 0));
    }
    mapping.push_back(slots[host][used[host]++]);
  }
  return mapping;
}

}  // namespace topomorph::mapping
