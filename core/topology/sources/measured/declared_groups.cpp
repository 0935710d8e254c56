// Compares measured groups of hosts with declared ones.
#include "core/topology/sources/measured/declared_groups.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/hosts/placement.h"

namespace topomorph::topology {
namespace {

using NamesOfHosts = std::vector<std::string>;
using Hosts = std::vector<std::size_t>;

/// Returns "node0, node1, node2"; of many hosts the first, and the number of the others.
std::string list_of(const NamesOfHosts& names, const Hosts& hosts) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(hosts.size(), kMost); ++i) text += (i == 0 ? "" : ", ") + names[hosts[i]];
  if (hosts.size() > kMost) text += fmt::format(" and {} more", hosts.size() - kMost);
  return text;
}

std::vector<Hosts> members_of(const Partition& partition) {
  std::vector<Hosts> members(groups_in(partition));
  for (std::size_t host = 0; host < partition.size(); ++host) members[partition[host]].push_back(host);
  return members;
}

std::string groups_text(const NamesOfHosts& names, const Partition& partition) {
  constexpr std::size_t kMost = 4;
  const std::vector<Hosts> groups = members_of(partition);
  std::string text;
  for (std::size_t g = 0; g < std::min(groups.size(), kMost); ++g)
    text += fmt::format("{}({})", g == 0 ? "" : " ", list_of(names, groups[g]));
  if (groups.size() > kMost) text += fmt::format(" and {} more", groups.size() - kMost);
  return text;
}

/// Returns for each group of `partition` the group of `other` that holds most of it, the smallest of equals.
std::vector<std::uint64_t> likenesses(const Partition& partition, const Partition& other) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> overlap;
  for (std::size_t host = 0; host < partition.size(); ++host) ++overlap[{partition[host], other[host]}];
  const std::vector<Hosts> others = members_of(other);
  std::vector<std::uint64_t> best(groups_in(partition));
  std::vector<std::pair<std::size_t, double>> most(best.size());
  for (const auto& [pair, hosts] : overlap) {
    const std::pair likeness(hosts, 1.0 / static_cast<double>(others[pair.second].size()));
    if (likeness > most[pair.first]) most[pair.first] = likeness, best[pair.first] = pair.second;
  }
  return best;
}

/// Describes the hosts that are measured in another group than declared.
std::vector<std::string> misplaced(const NamesOfHosts& names, const Partition& measured, const Partition& declared,
                                   const std::string& source) {
  const std::vector<std::uint64_t> declared_as = likenesses(measured, declared);
  std::map<std::pair<std::uint64_t, std::uint64_t>, Hosts> strangers;  // by measured and by declared group
  for (std::size_t host = 0; host < measured.size(); ++host) {
    if (declared_as[measured[host]] != declared[host]) strangers[{measured[host], declared[host]}].push_back(host);
  }
  std::vector<std::string> lines;
  for (const auto& [groups, hosts] : strangers) {
    Hosts friends, neighbours;
    for (std::size_t host = 0; host < measured.size(); ++host) {
      if (measured[host] == groups.first && declared[host] == declared_as[groups.first]) friends.push_back(host);
      if (declared[host] == groups.second && measured[host] != groups.first) neighbours.push_back(host);
    }
    lines.push_back(fmt::format("{} measured with {}, declared ({}) {}", list_of(names, hosts), list_of(names, friends),
                                source, neighbours.empty() ? "apart" : "with " + list_of(names, neighbours)));
  }
  return lines;
}

/// Returns the level that `partition` crosses and whose number of groups is the nearest; null if it crosses none.
const Partition* crossed(const Partition& partition, const std::vector<Partition>& levels) {
  const auto distance = [&](const Partition& level) {
    const std::uint64_t a = groups_in(level), b = groups_in(partition);
    return a > b ? a - b : b - a;
  };
  const Partition* found = nullptr;
  for (const Partition& level : levels) {
    if (!is_nested(level, partition) && (found == nullptr || distance(level) < distance(*found))) found = &level;
  }
  return found;
}

}  // namespace

std::vector<std::string> contradictions(const NamesOfHosts& names, const std::vector<Partition>& measured,
                                        const DeclaredGroups& declared) {
  std::vector<std::string> lines;
  const auto known = [](const Partition& level, const std::vector<Partition>& levels) {
    return std::find(levels.begin(), levels.end(), level) != levels.end();
  };
  for (const Partition& level : measured) {
    if (known(level, declared.levels)) continue;
    if (const Partition* other = crossed(level, declared.levels)) {
      for (std::string& line : misplaced(names, level, *other, declared.source)) lines.push_back(std::move(line));
    } else {
      lines.push_back(
          fmt::format("groups measured and not declared ({}): {}", declared.source, groups_text(names, level)));
    }
  }
  for (const Partition& level : declared.levels) {
    if (known(level, measured) || crossed(level, measured) != nullptr) continue;
    lines.push_back(fmt::format("groups declared ({}) that make no measured difference: {}", declared.source,
                                groups_text(names, level)));
  }
  return lines;
}

namespace {

using Places = std::vector<std::optional<Slot>>;  // by host

const TreeTopology& tree_in(const GivenTopology& given, const std::string& source) {
  const TreeTopology* tree = as_tree(*given.topology);
  if (tree == nullptr) {
    throw InputError(fmt::format("{}: found {}, expected a tree of hosts to compare with what is measured", source,
                                 given.topology->describe()));
  }
  return *tree;
}

Places places_by_number(const GivenTopology& given, std::size_t hosts, const std::string& source) {
  const std::uint64_t places = given.topology->slots();
  if (places != hosts) {
    throw InputError(fmt::format("{}: found {} slots without names of hosts, expected one for each of the {} hosts",
                                 source, places, hosts));
  }
  Places result;
  for (Slot slot = 0; slot < hosts; ++slot) result.push_back(slot);
  return result;
}

Places places_by_name(const GivenTopology& given, std::span<const std::string> hosts, const std::string& source,
                      std::vector<std::string>& notes) {
  const HostNames names(given.hosts.names);
  Places places;
  for (const std::string& host : hosts) {
    const auto found = names.find(host);
    places.push_back(found ? std::optional(given.hosts.begin[*found]) : std::nullopt);
    if (!found) notes.push_back(fmt::format("{} is measured and not declared ({})", host, source));
  }
  return places;
}

/// Groups hosts by their node on the level; unknown hosts are alone.
Partition groups_at(const TreeTopology& tree, std::size_t level, const Places& places) {
  std::map<std::uint64_t, std::uint64_t> number;
  Partition groups;
  std::uint64_t next = 0;
  for (const auto& place : places) {
    if (!place) {
      groups.push_back(next++);
      continue;
    }
    const auto [group, fresh] = number.try_emplace(tree.node_of(level, *place), next);
    if (fresh) ++next;
    groups.push_back(group->second);
  }
  return groups;
}

}  // namespace

DeclaredGroups declared_groups(const GivenTopology& given, std::span<const std::string> hosts,
                               const std::string& source, std::vector<std::string>& notes) {
  const TreeTopology& tree = tree_in(given, source);
  const Places places = given.hosts.names.empty() ? places_by_number(given, hosts.size(), source)
                                                  : places_by_name(given, hosts, source, notes);
  DeclaredGroups declared{source, {}};
  for (std::size_t level = 1; level < tree.levels(); ++level) {
    Partition groups = groups_at(tree, level, places);
    const std::uint64_t count = groups_in(groups);
    const bool known = !declared.levels.empty() && declared.levels.back() == groups;
    if (count > 1 && count < hosts.size() && !known) declared.levels.push_back(std::move(groups));
  }
  return declared;
}

}  // namespace topomorph::topology
