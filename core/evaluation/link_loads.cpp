// Computes the load of every link of a network under a mapping.
#include "core/evaluation/link_loads.h"

#include <algorithm>

#include "core/model/groups.h"
#include "core/model/routing.h"

namespace topomorph::evaluation {

namespace {

LinkTable<std::uint64_t> bytes_of_links(const Affinity& affinity, const Routing& routing, const Mapping& mapping) {
  LinkTable<std::uint64_t> bytes(routing.links());
  std::vector<Link> path;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.bytes == 0 || mapping[source] == mapping[entry.destination]) continue;
      path.clear();
      routing.route(mapping[source], mapping[entry.destination], path);
      for (const Link link : path) bytes[link] += entry.bytes;  // no overflow: all bytes together fit 64 bits
    }
  }
  return bytes;
}

bool busier(const LinkLoad& a, const LinkLoad& b) {
  return a.load() != b.load() ? a.load() > b.load() : a.link < b.link;
}

}  // namespace

LinkLoads link_loads(const Affinity& affinity, const Routing& routing, const Mapping& mapping, std::size_t listed) {
  if (!affinity.groups().empty()) return link_loads(evaluation_pairs(affinity, mapping), routing, mapping, listed);
  LinkLoads loads;
  loads.links = routing.links();
  bytes_of_links(affinity, routing, mapping).for_each([&](Link link, std::uint64_t bytes) {
    if (bytes == 0) return;
    ++loads.used;
    loads.bytes += bytes;
    loads.most_bytes = std::max(loads.most_bytes, bytes);
    loads.busiest.push_back({link, bytes, routing.bandwidth(link)});
  });
  const std::size_t kept = std::min(listed, loads.busiest.size());
  std::partial_sort(loads.busiest.begin(), loads.busiest.begin() + static_cast<std::ptrdiff_t>(kept),
                    loads.busiest.end(), busier);
  loads.busiest.resize(kept);
  loads.busiest.shrink_to_fit();
  return loads;
}

}  // namespace topomorph::evaluation
