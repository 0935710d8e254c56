// Affinities made by rule for the tests of extrapolation.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::extrapolation {

/// Collects traffic in both directions.
class Drawn {
 public:
  explicit Drawn(std::uint64_t ranks) : ranks_(ranks) {}

  Drawn& both(Role a, Role b, std::uint64_t bytes) {
    traffic_.push_back({a, b, bytes, 1});
    traffic_.push_back({b, a, bytes, 1});
    return *this;
  }
  Drawn& one(Role from, Role to, std::uint64_t bytes) {
    traffic_.push_back({from, to, bytes, 1});
    return *this;
  }
  Affinity affinity() const { return Affinity::from_traffic(ranks_, traffic_); }

 private:
  std::uint64_t ranks_;
  std::vector<Traffic> traffic_;
};

/// LU: neighbours in a grid, with different volumes along rows and columns.
inline Affinity wavefront(Role rows, Role columns) {
  Drawn drawn(rows * columns);
  for (Role r = 0; r < rows * columns; ++r) {
    if (r % columns + 1 < columns) drawn.both(r, r + 1, 3000);
    if (r / columns + 1 < rows) drawn.both(r, r + columns, 5000);
  }
  return drawn.affinity();
}

/// BT and SP: successors along rows, columns and diagonals of a closed square.
inline Affinity multipartition(Role side, std::uint64_t bytes) {
  Drawn drawn(side * side);
  const auto rank = [side](Role row, Role column) { return row % side * side + column % side; };
  for (Role row = 0; row < side; ++row) {
    for (Role column = 0; column < side; ++column) {
      const Role here = rank(row, column);
      drawn.both(here, rank(row, column + 1), bytes).both(here, rank(row + 1, column), bytes);
      drawn.both(here, rank(row + 1, column + side - 1), bytes);
    }
  }
  return drawn.affinity();
}

/// CG: sums along rows by recursive doubling, and the mirror image.
inline Affinity transposed_sums(Role side, std::uint64_t bytes) {
  Drawn drawn(side * side);
  for (Role r = 0; r < side * side; ++r) {
    for (Role bit = 1; bit < side; bit *= 2) drawn.one(r, r ^ bit, bytes);
    const Role mirror = r % side * side + r / side;
    if (mirror != r) drawn.one(r, mirror, bytes);
  }
  return drawn.affinity();
}

/// MG: a torus of three axes, the last the fastest, each face as large as the blocks of a cube of this side make it.
inline Affinity torus(Role a, Role b, Role c, std::uint64_t side) {
  Drawn drawn(a * b * c);
  const auto rank = [=](Role x, Role y, Role z) { return (x % a * b + y % b) * c + z % c; };
  for (Role x = 0; x < a; ++x) {
    for (Role y = 0; y < b; ++y) {
      for (Role z = 0; z < c; ++z) {
        const Role here = rank(x, y, z);
        drawn.both(here, rank(x + 1, y, z), side / b * (side / c)).both(here, rank(x, y + 1, z), side / a * (side / c));
        drawn.both(here, rank(x, y, z + 1), side / a * (side / b));
      }
    }
  }
  return drawn.affinity();
}

/// The same torus with blocks that are cubes, and so with equal faces.
inline Affinity torus_of_cubes(Role a, Role b, Role c, std::uint64_t face) {
  std::vector<Traffic> traffic;
  const Affinity faces = torus(a, b, c, 1024);
  for (Role role = 0; role < faces.roles(); ++role) {
    for (const AffinityEntry& entry : faces.row(role))
      traffic.push_back({role, entry.destination, face * entry.messages, entry.messages});
  }
  return Affinity::from_traffic(faces.roles(), traffic);
}

inline Affinity all_to_all(Role ranks, std::uint64_t bytes) {
  Drawn drawn(ranks);
  for (Role a = 0; a < ranks; ++a) {
    for (Role b = a + 1; b < ranks; ++b) drawn.both(a, b, bytes);
  }
  return drawn.affinity();
}

}  // namespace topomorph::extrapolation
