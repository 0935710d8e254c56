// The orders of processes that the tables compare.
#include "benchmarks/scale/orders.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/evaluation/cost_model.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/portfolio/map_by_cost.h"

namespace topomorph::scale {

namespace {

constexpr std::array<std::string_view, 9> kOrderNames = {"slot",   "node",      "network",  "topomorph", "bottleneck",
                                                         "scotch", "topomatch", "eagermap", "random"};

Mapping host_after_host(const std::vector<std::uint32_t>& hosts) {
  Mapping mapping;
  for (const std::uint32_t host : hosts) {
    for (std::uint64_t core = 0; core < kCores; ++core) mapping.push_back(host * kCores + core);
  }
  return mapping;
}

Mapping hosts_in_turn(const std::vector<std::uint32_t>& hosts) {
  Mapping mapping;
  for (std::uint64_t core = 0; core < kCores; ++core) {
    for (const std::uint32_t host : hosts) mapping.push_back(host * kCores + core);
  }
  return mapping;
}

/// What --cost bottleneck does, with the routes of the machine.
Mapping by_busiest_link(const Affinity& affinity, const Machine& machine, const mapping::MapOptions& options) {
  evaluation::CostOptions cost;
  cost.model = evaluation::CostModel::Bottleneck;
  cost.routing = machine.routing;
  if (const TreeTopology* tree = as_tree(*machine.topology)) {
    cost.costs = evaluation::assumed_costs(*tree);
    cost.host_level = 1;
  }
  return mapping::map_by_cost(affinity, *machine.topology, options, cost).mapping;
}

}  // namespace

std::span<const std::string_view> order_names() { return kOrderNames; }

void check_order(std::string_view name) {
  if (std::ranges::find(kOrderNames, name) != kOrderNames.end()) return;
  throw InputError(fmt::format("found order \"{}\", expected slot, node, network, ...", name));
}

Mapping order_of(std::string_view name, const Affinity& affinity, const Machine& machine, std::uint64_t seed,
                 double seconds) {
  check_order(name);
  if (name == "slot") return host_after_host(machine.by_name);
  if (name == "node") return hosts_in_turn(machine.by_name);
  if (name == "network") return host_after_host(machine.by_network);
  mapping::MapOptions options;
  options.seed = seed;
  options.time_limit = seconds;
  const bool ours = name == "topomorph" || name == "bottleneck";
  options.algorithm = ours ? "auto" : std::string(name);
  if (ours) options.launcher_order = host_after_host(machine.by_name);
  if (name == "bottleneck") return by_busiest_link(affinity, machine, options);
  return mapping::map(affinity, *machine.topology, options).mapping;
}

}  // namespace topomorph::scale
