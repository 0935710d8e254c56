// Open MPI rankfiles.
#include "tools/topomorph/rankfile.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/mapping/cost_model.h"
#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "core/topology/tree.h"

namespace topomorph::cli {

namespace {

/// First slot of every host, then the number of slots; a topology that knows no hosts and is no tree is one host.
std::vector<Slot> host_begins(const GivenTopology& given) {
  if (!given.hosts.begin.empty()) return given.hosts.begin;
  const auto* tree = dynamic_cast<const TreeTopology*>(given.topology.get());
  return tree == nullptr ? std::vector<Slot>{0, given.topology->slots()} : tree->level(host_level_of(*tree)).begin;
}

}  // namespace

void write_rankfile(const Mapping& mapping, const GivenTopology& given, CoreNumbers numbers, const std::string& path) {
  const std::vector<Slot> begin = host_begins(given);
  const auto& pus = given.hosts.pus;
  if (numbers == CoreNumbers::Physical && pus.empty()) {
    throw InputError("physical numbers of cores: expected a topology with hwloc files, found " +
                     given.topology->describe());
  }
  AtomicFile file(path);
  for (std::size_t rank = 0; rank < mapping.size(); ++rank) {
    const Slot slot = mapping[rank];
    const auto host = static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), slot) - begin.begin()) - 1;
    const std::string name = given.hosts.names.empty() ? fmt::format("+n{}", host) : given.hosts.names[host];
    const std::uint64_t core = numbers == CoreNumbers::Physical ? pus[slot].front() : slot - begin[host];
    file.write(fmt::format("rank {}={} slot={}\n", rank, name, core));
  }
  file.commit();
}

}  // namespace topomorph::cli
