// Congestion: what every link of a network carries under a mapping.
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
  double bandwidth = 1;  ///< against the other links
  double load() const { return static_cast<double>(bytes) / bandwidth; }
};

struct LinkLoads {
  std::uint64_t links = 0;        ///< there are
  std::uint64_t used = 0;         ///< that carry anything
  std::uint64_t most_bytes = 0;   ///< of one link, whatever its bandwidth
  Cost bytes = 0;                 ///< sum over all links: bytes x links of their ways
  std::vector<LinkLoad> busiest;  ///< most bytes for their bandwidth first; of equal ones the lower number

  /// Bytes of a link that carries any, on average.
  double average() const { return used == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(used); }
};

/// Sends everything over the routes; the mapping is valid. The `listed` busiest links are told. Routes are walked, not
/// stored: memory is in proportion to the links.
LinkLoads link_loads(const Affinity& affinity, const Routing& routing, const Mapping& mapping, std::size_t listed = 1);

}  // namespace topomorph::evaluation
