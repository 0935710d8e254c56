// A mapping problem with a present mapping: roles have homes, and pay for the way from there.
#include "core/mapping/remapping/relocation.h"

#include "core/mapping/remapping/relocation_search.h"

namespace topomorph::mapping {

std::vector<Vertex> improved_relocation(const Relocation& problem, const std::vector<Vertex>& start,
                                        const std::vector<Vertex>& target, const RelocationEffort& effort) {
  return problem.metric.with_distance(
      [&](const auto& between) { return RelocationSearch(problem, start, effort, between).run(target); });
}

}  // namespace topomorph::mapping
