// Helpers of tests of grids: traffic of groups, and the extents that were found.
#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/grids/grid_graph.h"
#include "core/model/affinity.h"

namespace topomorph::testing {

/// A process grid in whose rows and columns all exchange with all. Along axis a each pair of one group exchanges 100 x
/// (a + 1) bytes, and neighbours `more` in addition. Cells are row-major; with a seed above 0 their roles are drawn.
inline std::vector<Traffic> group_traffic(const std::vector<std::uint64_t>& extents, std::uint64_t more = 0,
                                          std::uint64_t seed = 0) {
  const std::uint64_t cells = std::accumulate(extents.begin(), extents.end(), std::uint64_t{1}, std::multiplies<>());
  std::vector<Role> role(cells);
  std::iota(role.begin(), role.end(), Role{0});
  if (seed > 0) role = Random(seed).permutation<Role>(cells);
  std::vector<Traffic> traffic;
  std::uint64_t stride = 1;
  for (std::size_t a = extents.size(); a-- > 0; stride *= extents[a]) {
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      const std::uint64_t place = cell / stride % extents[a];
      for (std::uint64_t other = place + 1; other < extents[a]; ++other) {
        const std::uint64_t bytes = 100 * (a + 1) + (other == place + 1 ? more : 0);
        traffic.push_back({role[cell], role[cell + (other - place) * stride], bytes, 1});
      }
    }
  }
  return traffic;
}

/// Returns none if there is no grid.
inline std::vector<std::size_t> sorted_extents(const std::optional<mapping::GridGraph>& grid) {
  if (!grid) return {};
  auto extents = grid->extents;
  std::ranges::sort(extents);
  return extents;
}

}  // namespace topomorph::testing
