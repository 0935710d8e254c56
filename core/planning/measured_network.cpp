// Takes a measured network over.
#include "core/planning/measured_network.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/evaluation/network_doubt.h"

namespace topomorph::planning {
namespace {

/// Whether all hosts of a job are among these, which are sorted.
bool are_known(std::span<const ProcessLocation> locations, const std::vector<std::string>& hosts) {
  return std::ranges::all_of(
      locations, [&](const ProcessLocation& place) { return std::ranges::binary_search(hosts, place.host); });
}

}  // namespace

bool use_measured_network(const formats::ProfiledNetwork& measured, std::span<const ProcessLocation> locations,
                          const JobSlots& job, Aim& aim) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr || job.hosts() < 2) return false;
  const evaluation::NetworkCosts network(measured.pairs);
  auto costs = evaluation::costs_of(*tree, aim.cost.host_level, network);
  if (network.between_hosts() == nullptr || !costs) return false;
  aim.doubtful = !evaluation::doubt_about(measured.pairs, measured.doubt).empty();
  if (aim.doubtful) return false;
  aim.cost.costs = std::move(*costs);
  aim.cost.network = network;
  aim.other_hosts = !are_known(locations, measured.hosts);
  return true;
}

}  // namespace topomorph::planning
