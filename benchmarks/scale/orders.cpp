// The orders of processes that the tables compare.
#include "benchmarks/scale/orders.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/map.h"

namespace topomorph::scale {

namespace {

constexpr std::array<std::string_view, 8> kNames = {"slot",   "node",      "network",  "topomorph",
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

}  // namespace

std::span<const std::string_view> order_names() { return kNames; }

Mapping order_of(std::string_view name, const Affinity& affinity, const Machine& machine, std::uint64_t seed,
                 double seconds) {
  if (std::ranges::find(kNames, name) == kNames.end()) {
    throw InputError(fmt::format("found order \"{}\", expected slot, node, network, ...", name));
  }
  if (name == "slot") return host_after_host(machine.by_name);
  if (name == "node") return hosts_in_turn(machine.by_name);
  if (name == "network") return host_after_host(machine.by_network);
  mapping::MapOptions options;
  options.seed = seed;
  options.time_limit = seconds;
  options.algorithm = name == "topomorph" ? "auto" : std::string(name);
  if (name == "topomorph") options.launcher_order = host_after_host(machine.by_name);
  return mapping::map(affinity, *machine.topology, options).mapping;
}

}  // namespace topomorph::scale
