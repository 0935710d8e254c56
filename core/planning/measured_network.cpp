// Takes the measured network of a profile over.
#include "core/planning/measured_network.h"

#include <algorithm>
#include <set>

#include "core/formats/profile/reader.h"

namespace topomorph::planning {
namespace {

/// Whether all hosts of a job were hosts of the profile's job.
bool are_known(std::span<const ProcessLocation> locations, const std::vector<formats::ProfiledRank>& ranks) {
  std::set<std::string> known;
  for (const formats::ProfiledRank& rank : ranks) known.insert(rank.location.host);
  return std::ranges::all_of(locations, [&](const ProcessLocation& place) { return known.contains(place.host); });
}

}  // namespace

void use_measured_network(const std::string& profile, std::span<const ProcessLocation> locations, const JobSlots& job,
                          Aim& aim) {
  const TreeTopology* tree = job.tree();
  if (tree == nullptr || job.hosts() < 2) return;
  const formats::Profile source = formats::read_profile(profile);
  const evaluation::NetworkCosts network(source.network);
  auto costs = evaluation::costs_of(*tree, aim.cost.host_level, network);
  if (network.between_hosts() == nullptr || !costs) return;
  aim.cost.costs = std::move(*costs);
  aim.cost.network = network;
  aim.other_hosts = !are_known(locations, source.ranks);
}

}  // namespace topomorph::planning
