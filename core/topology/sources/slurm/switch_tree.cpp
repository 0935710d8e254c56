// Builds the tree of hosts from the switches above each host.
#include "core/topology/sources/slurm/switch_tree.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/slurm_units.h"
#include "core/model/tree.h"

namespace topomorph::topology {

namespace {

/// Numbers of the nodes above a host, from the root down, then the number of the host.
using TreeAddress = std::vector<std::size_t>;

/// Fills in missing levels of a branch with the name of the node below, so that the branch stays separate there.
void fill_levels(HostPath& path, std::size_t levels) {
  path.above.resize(levels);
  std::string below = '\n' + path.host;  // no switch has such a name
  for (std::string& node : path.above) below = node = node.empty() ? below : node;
}

std::vector<TreeAddress> tree_addresses(const std::vector<HostPath>& paths, std::size_t levels) {
  std::vector<TreeAddress> addresses(paths.size());
  for (std::size_t l = levels; l-- > 0;) {
    std::unordered_map<std::string_view, std::size_t> number;  // in order of first appearance
    for (std::size_t h = 0; h < paths.size(); ++h) {
      addresses[h].push_back(number.try_emplace(paths[h].above[l], number.size()).first->second);
    }
  }
  for (std::size_t h = 0; h < paths.size(); ++h) addresses[h].push_back(h);
  return addresses;
}

/// The nodes are numbered by addresses[…][depth].
TreeLevel level_of_addresses(const std::vector<TreeAddress>& addresses, std::size_t depth) {
  TreeLevel level;
  for (Slot host = 0; host < addresses.size(); ++host) {
    const auto end = static_cast<std::ptrdiff_t>(depth + 1);
    const bool same =
        host > 0 && std::equal(addresses[host].begin(), addresses[host].begin() + end, addresses[host - 1].begin());
    if (!same) level.begin.push_back(host);
  }
  level.begin.push_back(addresses.size());
  return level;
}

/// Returns the levels that branch; distances are the hops up to the level and back.
std::vector<TreeLevel> branching_levels(const std::vector<TreeAddress>& addresses, std::size_t levels) {
  std::vector<TreeLevel> kept;
  std::size_t below = addresses.size();
  for (std::size_t l = 1; l <= levels + 1; ++l) {
    TreeLevel level =
        l > levels ? TreeLevel{"network", 0, {0, addresses.size()}} : level_of_addresses(addresses, levels - l);
    const std::size_t nodes = level.begin.size() - 1;
    if (nodes == below && (l <= levels || !kept.empty())) continue;
    level.distance = 2 * l;
    kept.push_back(std::move(level));
    below = nodes;
  }
  return kept;
}

void name_levels(std::vector<TreeLevel>& levels, const std::string& kind, const std::vector<std::string>& inner) {
  std::size_t outer = 0;
  for (TreeLevel& level : levels) {
    const std::size_t number = level.distance / 2 - 1;  // among all levels, branching or not
    if (number < inner.size()) {
      level.name = inner[number];
    } else {
      ++outer;
      if (level.name.empty()) level.name = outer == 1 ? kind : kind + std::to_string(outer);
    }
  }
}

}  // namespace

GivenTopology tree_of_host_paths(std::vector<HostPath> paths, const std::string& kind,
                                 const std::vector<std::string>& inner) {
  if (paths.empty()) throw InputError("found a network without hosts, expected at least one");
  std::size_t depth = 0;
  for (const HostPath& path : paths) depth = std::max(depth, path.above.size());
  for (HostPath& path : paths) fill_levels(path, depth);
  std::vector<TreeAddress> addresses = tree_addresses(paths, depth);
  std::sort(addresses.begin(), addresses.end());

  GivenTopology given;
  SlurmUnits slurm{kind == "switch" ? "tree" : kind};
  for (const TreeAddress& address : addresses) {
    given.hosts.names.push_back(paths[address.back()].host);
    slurm.of_host.push_back(paths[address.back()].unit);
  }
  given.slurm = std::make_shared<SlurmUnits>(std::move(slurm));
  given.hosts.begin = successive<Slot>(paths.size() + 1);
  std::vector<TreeLevel> levels = branching_levels(addresses, depth);
  name_levels(levels, kind, inner);
  given.topology = std::make_shared<TreeTopology>(std::move(levels));
  return given;
}

}  // namespace topomorph::topology
