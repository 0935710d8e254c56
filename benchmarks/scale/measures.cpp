// What the literature counts instead of seconds: measures of a mapping that need no replay.
#include "benchmarks/scale/measures.h"

#include <algorithm>
#include <vector>

#include "core/evaluation/evaluate.h"
#include "core/evaluation/link_loads.h"

namespace topomorph::scale {

Measures measures_of(const Affinity& affinity, const Machine& machine, const Mapping& mapping) {
  const evaluation::LinkLoads loads = evaluation::link_loads(affinity, *machine.routing, mapping);
  Measures measures;
  measures.hop_bytes = static_cast<double>(loads.bytes);
  measures.sum_com = static_cast<double>(evaluation::evaluate(affinity, *machine.topology, mapping).hop_bytes);
  measures.most_bytes = loads.most_bytes;
  measures.congestion = loads.busiest.empty() ? 0 : loads.busiest[0].load();
  std::vector<std::uint64_t> of_host(machine.hosts());
  for (Role role = 0; role < affinity.roles(); ++role) {
    const Slot host = mapping[role] / kCores;
    for (const AffinityEntry& entry : affinity.row(role)) {
      const Slot other = mapping[entry.destination] / kCores;
      if (other == host) continue;
      measures.messages += entry.messages;
      measures.bytes += entry.bytes;
      of_host[host] += entry.messages;
      of_host[other] += entry.messages;
    }
  }
  measures.host_messages = *std::ranges::max_element(of_host);
  return measures;
}

}  // namespace topomorph::scale
