// Graphs and mappings in Scotch's files.
#include "benchmarks/mapping/scotch_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/formats/affinity_file.h"
#include "core/formats/formats.h"

namespace topomorph::benchmarks {

void write_scaled_graph(const Affinity& affinity, std::uint64_t largest_distance, const std::string& path) {
  const Affinity graph = formats::both_directions(affinity);
  const std::uint64_t largest_sum = (std::uint64_t{1} << 31) / std::max<std::uint64_t>(largest_distance, 1);
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
  formats::write_affinity(Affinity::from_traffic(graph.roles(), std::move(edges)), path);
}

Mapping read_scotch_mapping(const std::string& path, std::uint64_t roles, std::uint64_t slots) {
  LineReader reader(path);
  if (!reader.next()) reader.fail("the file is empty, expected a mapping of Scotch");
  Mapping mapping(roles, slots);
  while (const auto line = reader.next()) {
    Words words(*line);
    const std::uint64_t role = formats::count_or_fail(reader, words.next(), "a vertex number");
    const std::uint64_t slot = formats::count_or_fail(reader, words.next(), "the number of its slot");
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
