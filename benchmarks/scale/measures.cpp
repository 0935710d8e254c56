// What the literature counts instead of seconds: measures of a mapping that need no replay.
#include "benchmarks/scale/measures.h"

#include "core/evaluation/evaluate.h"
#include "core/evaluation/prediction.h"

namespace topomorph::scale {

Measures measures_of(const Affinity& affinity, const Machine& machine, const Mapping& mapping) {
  const evaluation::LinkLoads loads = evaluation::link_loads(affinity, *machine.routing, mapping);
  Measures measures;
  measures.hop_bytes = static_cast<double>(loads.bytes);
  measures.sum_com = static_cast<double>(evaluation::evaluate(affinity, *machine.topology, mapping).hop_bytes);
  measures.most_bytes = loads.most_bytes;
  measures.congestion = loads.busiest.empty() ? 0 : loads.busiest[0].load();
  for (Role role = 0; role < affinity.roles(); ++role) {
    const Slot host = mapping[role] / kCores;
    for (const AffinityEntry& entry : affinity.row(role)) {
      if (mapping[entry.destination] / kCores == host) continue;
      measures.messages += entry.messages;
      measures.bytes += entry.bytes;
    }
  }
  return measures;
}

}  // namespace topomorph::scale
