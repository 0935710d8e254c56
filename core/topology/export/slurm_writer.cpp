// Writes topologies as Slurm's topology.conf.
#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/model/topology.h"
#include "core/model/tree.h"
#include "core/topology/export/export.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::topology {

namespace {

/// The nodes of one level of switches, as intervals of hosts: node i is [begin[i], begin[i + 1]).
using Switches = std::vector<std::size_t>;

/// Returns nothing if a node begins inside a host.
std::optional<Switches> in_hosts(const TreeLevel& level, const std::vector<Slot>& hosts) {
  Switches switches;
  for (const Slot first : level.begin) {
    const auto host = std::lower_bound(hosts.begin(), hosts.end(), first);
    if (host == hosts.end() || *host != first) return std::nullopt;
    switches.push_back(static_cast<std::size_t>(host - hosts.begin()));
  }
  return switches;
}

/// Returns the levels above the hosts, from the leaf switches up. Levels with one host a node are the hosts themselves.
std::vector<Switches> switches_of(const GivenTopology& given) {
  const Topology* network = given.topology.get();
  std::vector<Slot> hosts = given.hosts.begin;
  const ComposedTopology* composed = as_composed(*network);
  if (composed != nullptr && composed->begin() == hosts) {
    network = &composed->network();
    hosts = successive<Slot>(hosts.size());
  }
  const TreeTopology* tree = as_tree(*network);
  if (tree == nullptr) {
    throw InputError(
        fmt::format("slurm: found {}, expected a tree of hosts", with_article(given.topology->describe())));
  }
  std::vector<Switches> levels;
  for (std::size_t l = 1; l <= tree->levels(); ++l) {
    auto switches = in_hosts(tree->level(l), hosts);
    const bool single = !switches || switches->size() == hosts.size();
    if (!single && (levels.empty() || switches->size() < levels.back().size())) levels.push_back(std::move(*switches));
  }
  if (levels.empty()) levels.push_back({0, given.hosts.names.size()});
  return levels;
}

std::string switch_name(std::size_t level, std::size_t node) { return fmt::format("s{}-{}", level + 1, node); }

/// Refuses names that a host list cannot hold, or would be read differently.
void check_name(const std::string& name) {
  if (!name.empty() && name.find_first_of("[],= \t#\\\"") == std::string::npos) return;
  throw InputError(fmt::format("slurm: found host name \"{}\", expected one that a host list can hold", name));
}

}  // namespace

void write_slurm(const GivenTopology& given, const Output& output) {
  const std::vector<std::string>& names = given.hosts.names;
  if (names.empty()) {
    throw InputError("slurm: found a topology without names of hosts, expected one from a source that names them");
  }
  for (const std::string& name : names) check_name(name);
  const std::vector<Switches> levels = switches_of(given);
  output(fmt::format("# {}, {} of switches\n", counted(names.size(), "host"), counted(levels.size(), "level")));
  for (std::size_t l = 0; l < levels.size(); ++l) {
    for (std::size_t node = 0; node + 1 < levels[l].size(); ++node) {
      const std::size_t begin = levels[l][node], end = levels[l][node + 1];
      if (l == 0) {
        const auto hosts = std::span(names).subspan(begin, end - begin);
        output(fmt::format("SwitchName={} Nodes={}\n", switch_name(l, node), format_host_list(hosts)));
        continue;
      }
      std::vector<std::string> below;
      const Switches& lower = levels[l - 1];
      const auto first = std::lower_bound(lower.begin(), lower.end(), begin),
                 last = std::lower_bound(first, lower.end(), end);
      for (auto child = first; child != last; ++child) {
        below.push_back(switch_name(l - 1, static_cast<std::size_t>(child - lower.begin())));
      }
      output(fmt::format("SwitchName={} Switches={}\n", switch_name(l, node), format_host_list(below)));
    }
  }
}

}  // namespace topomorph::topology
