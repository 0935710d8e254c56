// Many vertices on each slot: who is where, and how much room is left.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// A part is a slot of some tree, or a node of it. Loads are sums of the vertices' sizes.
struct Parts {
  std::vector<Vertex> of;              ///< vertex -> part
  std::vector<std::int64_t> load;      ///< of each part
  std::vector<std::int64_t> capacity;  ///< of each part

  bool has_room(Vertex part, std::int64_t size) const { return load[part] + size <= capacity[part]; }
  void move(Vertex v, Vertex to, std::int64_t size) {
    load[of[v]] -= size;
    load[to] += size;
    of[v] = to;
  }
};

}  // namespace topomorph::mapping
