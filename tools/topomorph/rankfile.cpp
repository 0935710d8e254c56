// Open MPI rankfiles.
#include "tools/topomorph/rankfile.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/mapping/cost_model.h"
#include "core/support/atomic_file.h"
#include "core/topology/tree.h"

namespace topomorph::cli {

namespace {

/// First slot of every host, then the number of slots; a topology that is no tree is one host.
std::vector<Slot> host_begins(const Topology& topology) {
  const auto* tree = dynamic_cast<const TreeTopology*>(&topology);
  return tree == nullptr ? std::vector<Slot>{0, topology.slots()} : tree->level(host_level_of(*tree)).begin;
}

}  // namespace

void write_rankfile(const Mapping& mapping, const Topology& topology, const std::string& path) {
  const std::vector<Slot> begin = host_begins(topology);
  AtomicFile file(path);
  for (std::size_t rank = 0; rank < mapping.size(); ++rank) {
    const auto host = std::upper_bound(begin.begin(), begin.end(), mapping[rank]) - begin.begin() - 1;
    file.write(
        fmt::format("rank {}=+n{} slot={}\n", rank, host, mapping[rank] - begin[static_cast<std::size_t>(host)]));
  }
  file.commit();
}

}  // namespace topomorph::cli
