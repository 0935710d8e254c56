// Grids, random relabelling and power-law graphs.
#include "benchmarks/mapping/instances.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include <fmt/ranges.h>

#include "benchmarks/mapping/random.h"
#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

/// Returns the quarter of the matrix for a draw of R-MAT: bit 1 is the row's, bit 0 the column's.
unsigned rmat_quarter(double draw) {
  if (draw < 0.57) return 0;
  if (draw < 0.76) return 1;
  return draw < 0.95 ? 2 : 3;
}

Traffic rmat_edge(int scale, Random& random) {
  Role row = 0, column = 0;
  for (int bit = 0; bit < scale; ++bit) {
    const unsigned quarter = rmat_quarter(random.unit());
    row = row << 1 | quarter >> 1;
    column = column << 1 | (quarter & 1);
  }
  return {std::min(row, column), std::max(row, column), 1, 1};
}

/// Joins each cell to the next along one axis; `stride` is the difference of their numbers.
void join_along(Instance& grid, std::uint64_t stride, std::uint64_t extent, std::uint64_t weight, bool periodic) {
  for (Role cell = 0; cell < grid.roles; ++cell) {
    const std::uint64_t place = cell / stride % extent;
    if (place + 1 < extent) {
      grid.edges.push_back({cell, cell + stride, weight, weight});
    } else if (periodic && extent > 2) {
      grid.edges.push_back({cell - place * stride, cell, weight, weight});
    }
  }
}

}  // namespace

std::uint64_t cells_of(std::span<const std::uint64_t> extents) {
  std::uint64_t cells = 1;
  for (const std::uint64_t extent : extents) {
    if (extent == 0 || cells > kMaxRoles / extent) {
      throw InputError(fmt::format("a grid of {}: expected 1 to {} cells", fmt::join(extents, "x"), kMaxRoles));
    }
    cells *= extent;
  }
  return cells;
}

Instance stencil(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights, bool periodic) {
  if (!weights.empty() && weights.size() != extents.size()) {
    throw InputError(fmt::format("{} weights, expected one for each of {} axes", weights.size(), extents.size()));
  }
  Instance grid{cells_of(extents), {}};
  grid.edges.reserve(grid.roles * extents.size());
  std::uint64_t stride = 1;
  for (std::size_t axis = extents.size(); axis-- > 0; stride *= extents[axis]) {
    join_along(grid, stride, extents[axis], weights.empty() ? 1 : weights[axis], periodic);
  }
  return grid;
}

Instance pencils(std::span<const std::uint64_t> extents) {
  constexpr std::uint64_t kOfGroup = 4096, kNeighbour = 600;
  Instance graph{cells_of(extents), {}};
  std::uint64_t stride = 1;
  for (std::size_t axis = extents.size(); axis-- > 0; stride *= extents[axis]) {
    const std::uint64_t extent = extents[axis];
    for (Role cell = 0; cell < graph.roles; ++cell) {
      const std::uint64_t place = cell / stride % extent;
      for (std::uint64_t other = place + 1; other < extent; ++other) {
        const bool near = other - place == 1 || other - place == extent - 1;
        const std::uint64_t weight = std::max<std::uint64_t>(kOfGroup / extent, 1) + (near ? kNeighbour : 0);
        graph.edges.push_back({cell, cell + (other - place) * stride, weight, weight});
      }
    }
  }
  return graph;
}

Instance uniform(std::uint64_t roles, std::uint64_t max_weight, std::uint64_t seed) {
  constexpr std::uint64_t kMostDense = 16384;  // 2^27 edges
  if (roles > kMostDense || max_weight == 0) {
    throw InputError(fmt::format("all pairs of {} roles, weights up to {}: expected at most {} roles, weights from 1",
                                 roles, max_weight, kMostDense));
  }
  Random random(seed);
  Instance graph{roles, {}};
  graph.edges.reserve(roles * (roles - std::min<std::uint64_t>(roles, 1)) / 2);
  for (Role a = 0; a < roles; ++a) {
    for (Role b = a + 1; b < roles; ++b) {
      const std::uint64_t weight = 1 + random.below(max_weight);
      graph.edges.push_back({a, b, weight, weight});
    }
  }
  return graph;
}

Instance rmat(std::uint64_t roles, std::uint64_t edges_per_role, std::uint64_t seed) {
  if (!std::has_single_bit(roles) || roles > kMaxRoles) {
    throw InputError(fmt::format("R-MAT of {} roles: expected a power of two up to {}", roles, kMaxRoles));
  }
  Random random(seed);
  Instance graph{roles, {}};
  graph.edges.reserve(roles * edges_per_role);
  for (std::uint64_t draw = 0; draw < roles * edges_per_role; ++draw) {
    const Traffic edge = rmat_edge(std::countr_zero(roles), random);
    if (edge.source != edge.destination) graph.edges.push_back(edge);
  }
  return graph;
}

std::vector<Role> random_labels(std::uint64_t roles, std::uint64_t seed) {
  std::vector<Role> labels(roles);
  std::iota(labels.begin(), labels.end(), Role{0});
  Random random(seed);
  for (std::uint64_t i = roles; i > 1; --i) std::swap(labels[i - 1], labels[random.below(i)]);
  return labels;
}

void relabel(Instance& instance, std::span<const Role> labels) {
  for (Traffic& edge : instance.edges) {
    const Role a = labels[edge.source], b = labels[edge.destination];
    edge.source = std::min(a, b);
    edge.destination = std::max(a, b);
  }
}

void relabel(formats::Coordinates& coordinates, std::span<const Role> labels) {
  for (std::vector<double>& dimension : coordinates) {
    const std::vector<double> before = dimension;
    for (std::size_t role = 0; role < before.size(); ++role) dimension[labels[role]] = before[role];
  }
}

}  // namespace topomorph::benchmarks
