// Congestion: the load of every link of a network under a mapping.
#pragma once

#include <vector>

#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"

namespace topomorph::evaluation {

/// Traffic of one directed link.
struct LinkLoad {
  Link link = 0;
  std::uint64_t bytes = 0;
  double bandwidth = 1;  ///< relative to the other links
  double load() const { return static_cast<double>(bytes) / bandwidth; }
};

struct LinkLoads {
  std::uint64_t links = 0;        ///< of the network
  std::uint64_t used = 0;         ///< links that carry traffic
  std::uint64_t most_bytes = 0;   ///< most bytes of one link, regardless of its bandwidth
  Cost bytes = 0;                 ///< sum over all links: bytes of each pair x links of its route
  std::vector<LinkLoad> busiest;  ///< by bytes / bandwidth, descending; of equal links the lower number first

  /// Returns the mean bytes of the used links.
  double average() const { return used == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(used); }
};

/// Sends all traffic over the routes and returns the loads, with the `listed` busiest links. The mapping must be valid.
/// Routes are not stored: memory is proportional to the links.
LinkLoads link_loads(const Affinity& affinity, const Routing& routing, const Mapping& mapping, std::size_t listed = 1);

}  // namespace topomorph::evaluation
