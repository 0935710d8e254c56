// Annealing of the busiest link: finds what can be known, the same each time.
#include "benchmarks/mapping/link_annealing.h"

#include <gtest/gtest.h>

#include "benchmarks/mapping/instances.h"
#include "core/base/error.h"
#include "core/evaluation/cost_model.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::benchmarks {
namespace {

Affinity shuffled_ring(std::uint64_t roles) {
  const std::vector<std::uint64_t> extents = {roles};
  Instance ring = stencil(extents, {}, true);
  relabel(ring, random_labels(roles, 4));
  return Affinity::from_traffic(roles, std::move(ring.edges));
}

TEST(LinkAnnealing, LaysARingOnARing) {
  const auto topology = topology::parse_topology("torus:12");
  const Affinity ring = shuffled_ring(12);
  const Mapping mapping = anneal_links(ring, *topology, 100'000, 1);
  check_mapping(mapping, 12, 12);
  for (Role role = 0; role < 12; ++role) {
    for (const AffinityEntry& entry : ring.row(role)) {
      EXPECT_EQ(topology->distance(mapping[role], mapping[entry.destination]), 1U);
    }
  }
  EXPECT_EQ(mapping, anneal_links(ring, *topology, 100'000, 1));
}

TEST(LinkAnnealing, NeedsLinksAndAsManyRoles) {
  EXPECT_THROW(anneal_links(shuffled_ring(12), *topology::parse_topology("torus:13"), 10, 1), InputError);
}

}  // namespace
}  // namespace topomorph::benchmarks
