// The traffic of every role, both ways: what changes when it is put elsewhere.
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

/// Arcs of each role, each entry of the affinity in two of them; what a role sends to itself is left out.
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
