// Graphs of process grids for the tests of lattices: stencils with corners, in any numbering, with light edges on top.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "core/base/random.h"
#include "core/base/successive.h"
#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Returns traffic of volume 1 between roles whose numbers differ in one bit.
inline std::vector<Traffic> recursive_doubling(std::uint64_t roles) {
  std::vector<Traffic> traffic;
  for (std::uint64_t bit = 1; bit < roles; bit *= 2) {
    for (std::uint64_t role = 0; role < roles; ++role) {
      if ((role & bit) == 0 && role + bit < roles) traffic.push_back({role, role + bit, 1, 1});
    }
  }
  return traffic;
}

/// A grid whose cells have edges to all cells at most one step away along each axis, and along at most `most_axes`.
struct StencilGraph {
  std::vector<int> extents;
  int most_axes = 3;
  std::array<std::uint64_t, 3> weight = {1000, 20, 1};  ///< of edges along one, two and three axes
  std::vector<int> periodic = {};                       ///< per axis; empty: none is
  bool is_relabelled = false;
  std::vector<Traffic> extra = {};  ///< between cells, row-major
  std::uint64_t spread = 0;         ///< in percent, by which volumes differ at most from their mean, evenly drawn

  std::uint64_t cells() const {
    std::uint64_t cells = 1;
    for (const int extent : extents) cells *= static_cast<std::uint64_t>(extent);
    return cells;
  }

  std::vector<Traffic> traffic() const {
    std::vector<Traffic> found = extra;
    Random random(spread);
    for (std::uint64_t cell = 0; cell < cells(); ++cell) {
      std::vector<int> step(extents.size(), -1);
      do {
        if (const auto to = neighbour(cell, step); to && *to > cell) {
          const std::uint64_t mean = weight[static_cast<std::size_t>(axes_of(step)) - 1];
          const std::uint64_t volume = mean * (100 - spread + random.below(2 * spread + 1)) / 100;
          found.push_back({cell, *to, volume, 1});
        }
      } while (advance(step));
    }
    if (!is_relabelled) return found;
    const auto label = Random(cells()).permutation<Role>(cells());
    for (Traffic& edge : found) edge = {label[edge.source], label[edge.destination], edge.bytes, edge.messages};
    return found;
  }

  /// Returns the graph with isolated vertices up to `vertices`.
  Graph graph(std::size_t vertices = 0) const {
    const auto affinity = Affinity::from_traffic(cells(), traffic());
    return scaled_graph(affinity, Weight::Bytes, std::max<std::size_t>(vertices, cells()), EdgeWeight{1} << 50);
  }

 private:
  static int axes_of(const std::vector<int>& step) {
    int axes = 0;
    for (const int along : step) axes += std::abs(along);
    return axes;
  }

  static bool advance(std::vector<int>& step) {
    for (int& along : step) {
      if (++along <= 1) return true;
      along = -1;
    }
    return false;
  }

  std::optional<std::uint64_t> neighbour(std::uint64_t cell, const std::vector<int>& step) const {
    if (axes_of(step) == 0 || axes_of(step) > most_axes) return std::nullopt;
    std::uint64_t to = 0, stride = 1;
    for (std::size_t a = extents.size(); a-- > 0;) {
      int at = static_cast<int>(cell / stride) % extents[a] + step[a];
      const bool wraps = !periodic.empty() && periodic[a] != 0;
      if (!wraps && (at < 0 || at == extents[a])) return std::nullopt;
      at = (at + extents[a]) % extents[a];
      to += static_cast<std::uint64_t>(at) * stride;
      stride *= static_cast<std::uint64_t>(extents[a]);
    }
    return to;
  }
};

}  // namespace topomorph::mapping
