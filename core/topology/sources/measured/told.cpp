// Converts a given topology to declared groups of a job's hosts.
#include "core/topology/sources/measured/told.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/host_names.h"
#include "core/topology/sources/measured/clustering.h"

namespace topomorph::topology {

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
    if (!found) notes.push_back(fmt::format("{} is measured and not told ({})", host, source));
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

ToldGroups told_groups(const GivenTopology& given, std::span<const std::string> hosts, const std::string& source,
                       std::vector<std::string>& notes) {
  const TreeTopology& tree = tree_in(given, source);
  const Places places = given.hosts.names.empty() ? places_by_number(given, hosts.size(), source)
                                                  : places_by_name(given, hosts, source, notes);
  ToldGroups told{source, {}};
  for (std::size_t level = 1; level < tree.levels(); ++level) {
    Partition groups = groups_at(tree, level, places);
    const std::uint64_t count = groups_in(groups);
    const bool known = !told.levels.empty() && told.levels.back() == groups;
    if (count > 1 && count < hosts.size() && !known) told.levels.push_back(std::move(groups));
  }
  return told;
}

}  // namespace topomorph::topology
