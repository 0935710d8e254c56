// Scotch's target architectures and mappings.
#include "benchmarks/mapping/scotch_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/affinity/formats.h"
#include "core/affinity/undirected.h"
#include "core/support/atomic_file.h"
#include "core/support/error.h"
#include "core/support/line_reader.h"

namespace topomorph::benchmarks {

namespace {

std::uint64_t children(const TreeTopology& tree, std::size_t level) {
  const std::uint64_t below = level == 1 ? tree.slots() : tree.nodes(level - 1);
  const std::vector<Slot>& begin = tree.level(level).begin;
  for (std::size_t node = 1; node + 1 < begin.size(); ++node) {
    if (begin[node + 1] - begin[node] != begin[1]) {
      throw InputError("Scotch's tleaf needs equal nodes on each level, found " + tree.describe());
    }
  }
  return below / tree.nodes(level);
}

}  // namespace

void write_scaled_graph(const Affinity& affinity, const TreeTopology& tree, const std::string& path) {
  const Affinity graph = both_directions(affinity);
  const std::uint64_t distance = std::max<std::uint64_t>(tree.level(tree.levels()).distance, 1);
  const std::uint64_t largest_sum = (std::uint64_t{1} << 31) / distance;
  const std::uint64_t sum = graph.total_bytes() / 2;
  const std::uint64_t room = largest_sum > graph.entries() ? largest_sum - graph.entries() / 2 : 1;  // rounding up adds
  const std::uint64_t divisor = sum / room + 1;
  std::vector<Traffic> edges;
  for (Role role = 0; role < graph.roles(); ++role) {
    for (const AffinityEntry& entry : graph.row(role)) {
      if (role < entry.destination)
        edges.push_back({role, entry.destination, (entry.bytes + divisor - 1) / divisor, 0});
    }
  }
  write_affinity(Affinity::from_traffic(graph.roles(), std::move(edges)), path);
}

void write_tleaf(const TreeTopology& tree, const std::string& path) {
  std::string line = fmt::format("tleaf {}", tree.levels());
  for (std::size_t level = tree.levels(); level >= 1; --level) {
    line += fmt::format(" {} {}", children(tree, level), tree.level(level).distance);
  }
  AtomicFile file(path);
  file.write(line + "\n");
  file.commit();
}

Mapping read_scotch_mapping(const std::string& path, std::uint64_t roles, std::uint64_t slots) {
  LineReader reader(path);
  if (!reader.next()) reader.fail("the file is empty, expected a mapping of Scotch");
  Mapping mapping(roles, slots);
  while (const auto line = reader.next()) {
    Words words(*line);
    const std::uint64_t role = count_or_fail(reader, words.next(), "a vertex number");
    const std::uint64_t slot = count_or_fail(reader, words.next(), "the number of its slot");
    if (role >= roles || slot >= slots)
      reader.fail(fmt::format("expected roles below {}, slots below {}", roles, slots));
    mapping[role] = slot;
  }
  for (Role role = 0; role < roles; ++role) {
    if (mapping[role] == slots) reader.fail(fmt::format("role {} is on no slot", role));
  }
  return mapping;
}

}  // namespace topomorph::benchmarks
