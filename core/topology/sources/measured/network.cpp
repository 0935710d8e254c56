// A measured network: order of the hosts, distances of the levels, the tree.
#include "core/topology/sources/measured/network.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/model/tree.h"
#include "core/topology/sources/measured/measured_file.h"

namespace topomorph::topology {

namespace {

constexpr std::uint64_t kInnermost = 10, kFarthest = 1000000;  // distances

std::vector<Slot> begins_of(const Partition& groups) {
  std::vector<Slot> begin;
  for (Slot host = 0; host < groups.size(); ++host) {
    if (host == 0 || groups[host] != groups[host - 1]) begin.push_back(host);
  }
  begin.push_back(groups.size());
  return begin;
}

std::string level_name(std::size_t level, std::size_t levels) {
  if (level + 1 == levels) return "cluster";
  return level == 0 ? "group" : fmt::format("group{}", level + 1);
}

}  // namespace

MeasuredNetwork arrange(std::span<const std::string> names, std::span<const Partition> groups) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto outermost =
        std::find_if(groups.rbegin(), groups.rend(), [&](const Partition& level) { return level[a] != level[b]; });
    return outermost != groups.rend() && (*outermost)[a] < (*outermost)[b];
  });
  MeasuredNetwork network;
  for (const std::size_t host : order) network.hosts.push_back(names[host]);
  for (const Partition& level : groups) {
    Partition ordered;
    for (const std::size_t host : order) ordered.push_back(level[host]);
    network.groups.push_back(std::move(ordered));
  }
  for (std::size_t l = 0; l <= groups.size(); ++l) {
    network.levels.push_back({level_name(l, groups.size() + 1), 0, 0, 1, 1});
  }
  return network;
}

void set_distances(MeasuredNetwork& network) {
  const MeasuredLevel& innermost = network.levels.front();
  std::uint64_t below = kInnermost - 1;
  for (MeasuredLevel& level : network.levels) {
    const double slower = std::max(level.latency / innermost.latency, innermost.loaded / level.loaded);
    const double distance = std::clamp(kInnermost * slower, 1.0, static_cast<double>(kFarthest));
    below = level.distance = std::max(below + 1, static_cast<std::uint64_t>(std::llround(distance)));
  }
}

GivenTopology topology_of(const MeasuredNetwork& network) {
  const std::size_t hosts = network.hosts.size();
  std::vector<TreeLevel> levels;
  for (std::size_t l = 0; l < network.levels.size(); ++l) {
    const Partition all(hosts, 0);
    const Partition& groups = l < network.groups.size() ? network.groups[l] : all;
    levels.push_back({network.levels[l].name, network.levels[l].distance, begins_of(groups)});
  }
  HostTable table{network.hosts, std::vector<Slot>(hosts + 1)};
  std::iota(table.begin.begin(), table.begin.end(), 0);
  return {std::make_shared<TreeTopology>(std::move(levels)), std::move(table), {}};
}

GivenTopology read_measured_topology(const std::string& path) { return topology_of(read_measured(path)); }

}  // namespace topomorph::topology
