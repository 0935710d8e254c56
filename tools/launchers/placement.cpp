// Translates mappings into hosts and cores.
#include "tools/launchers/placement.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/evaluation/cost_model.h"
#include "core/model/tree.h"

namespace topomorph::launchers {

namespace {

/// Returns the first slot of every host, and the number of slots.
std::vector<Slot> host_begins(const GivenTopology& given) {
  if (!given.hosts.begin.empty()) return given.hosts.begin;
  const TreeTopology* tree = as_tree(*given.topology);
  return tree == nullptr ? std::vector<Slot>{0, given.topology->slots()}
                         : tree->level(evaluation::host_level_of(*tree)).begin;
}

}  // namespace

void refuse_physical(const std::string& found) {
  throw InputError("physical numbers of cores: expected a topology with hwloc files, found " + found);
}

std::vector<std::string> relative_names(std::size_t hosts) {
  std::vector<std::string> names;
  for (std::size_t host = 0; host < hosts; ++host) names.push_back(fmt::format("+n{}", host));
  return names;
}

std::string as_ranges(std::span<const std::uint64_t> numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (i > 0) text += ',';
    text += i == last ? fmt::format("{}", numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last + 1;
  }
  return text;
}

Placement placement_of(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers) {
  const std::vector<Slot> begin = host_begins(given);
  const auto& pus = given.hosts.pus;
  if (numbers == CoreNumbers::Physical && pus.empty()) refuse_physical(given.topology->describe());
  const bool named = !given.hosts.names.empty();
  Placement placement{named ? given.hosts.names : relative_names(begin.size() - 1), named, {}, mapping, {}};
  for (const Slot slot : mapping) {
    const auto host = static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), slot) - begin.begin()) - 1;
    const std::uint64_t core = numbers == CoreNumbers::Physical ? pus[slot].front() : slot - begin[host];
    placement.host_of.push_back(host);
    placement.cpus_of.push_back(std::to_string(core));
  }
  return placement;
}

}  // namespace topomorph::launchers
