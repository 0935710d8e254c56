// Affinities of process grids as programs have them: stencils with corners, unequal volumes, and light traffic on top.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/mapping/instances.h"
#include "core/model/tree.h"

namespace topomorph::benchmarks {

/// A step from a cell to a neighbour, per axis; unused axes are 0.
using Step = std::array<int, 4>;

/// A neighbour and the volume that goes there. A pattern has one of each two opposite steps.
struct Arm {
  Step step{};
  std::uint64_t volume = 1;
};

/// A process grid and its neighbours; cells are row-major, the last axis is the fastest.
struct Pattern {
  std::vector<std::uint64_t> extents;
  std::vector<char> periodic;  ///< per axis
  std::vector<Arm> arms;
};

/// Returns the arms of a stencil. `points` counts the cell itself: 3 and 5 in one dimension, 5, 9 (with corners), 13
/// (two steps, with corners) and 25 (5 x 5) in two, 7, 13 (two steps along each axis), 19 (faces and edges), 25 (four
/// steps along each axis) and 27 in three, 9 in four. `by_kind` has the volumes of steps along one, two and three axes;
/// `by_axis` has factors: a step along some axes gets their mean. Farther steps carry as much less as they are longer.
/// Throws InputError for other stencils.
std::vector<Arm> arms_of(std::size_t axes, int points, std::array<double, 3> by_kind, std::span<const double> by_axis);

/// Returns the traffic of the pattern.
Instance traffic_of(const Pattern& pattern);

/// Adds recursive doubling: each role exchanges `volume` with the roles whose numbers differ in one bit.
void add_doubling(Instance& instance, std::uint64_t volume);

/// Adds `volume` between role 0 and every other.
void add_master(Instance& instance, std::uint64_t volume);

/// Adds `count` links between random roles.
void add_links(Instance& instance, std::uint64_t count, std::uint64_t volume, std::uint64_t seed);

/// Changes each volume by a factor uniform in [1 - width, 1 + width], and drops this share of the edges.
void disturb(Instance& instance, double width, double dropped, std::uint64_t seed);

/// Appends the roles of another instance, numbered after those of this one.
void append(Instance& instance, const Instance& other);

}  // namespace topomorph::benchmarks
