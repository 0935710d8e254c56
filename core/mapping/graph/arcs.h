// Traffic of every role in both directions, from which the cost of a move is computed.
#pragma once

#include <vector>

#include "core/model/affinity.h"

namespace topomorph::mapping {

/// Volumes of both directions between one role and another.
template <typename Volume>
struct Arc {
  Role other = 0;
  Volume out = 0, in = 0;
};

/// Returns the arcs of each role. Each entry of the affinity is in two of them; traffic of a role with itself is left
/// out.
template <typename Volume>
std::vector<std::vector<Arc<Volume>>> arcs_of(const Affinity& affinity) {
  std::vector<std::vector<Arc<Volume>>> arcs(affinity.roles());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source || entry.bytes == 0) continue;
      const auto bytes = static_cast<Volume>(entry.bytes);
      arcs[source].push_back({entry.destination, bytes, 0});
      arcs[entry.destination].push_back({source, 0, bytes});
    }
  }
  return arcs;
}

}  // namespace topomorph::mapping
