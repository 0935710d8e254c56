// Affinities made by rule, as instances for mappers: the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/formats/role_files.h"
#include "core/model/affinity.h"

namespace topomorph::benchmarks {

/// Each edge once, in any order; its weight is both its bytes and its messages.
struct Instance {
  std::uint64_t roles = 0;
  std::vector<Traffic> edges;
};

/// Returns the neighbours on a grid with `extents` cells per axis (two axes: 5-point, three: 7-point). Cells are
/// numbered with the last axis fastest. `weights` has one weight per axis; empty: 1. `periodic` joins the ends of each
/// axis longer than 2.
Instance stencil(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights = {},
                 bool periodic = false);

/// Returns the traffic of a parallel FFT whose pencils lie on a grid, and of a stencil: each role exchanges 4096 bytes
/// with its row in all, as much with its column (and so on), and 600 with each neighbour; the ends of axes are joined.
Instance pencils(std::span<const std::uint64_t> extents);

/// Returns random points in the unit square, joined below the distance that gives `mean_degree` (borders aside).
/// Weights are uniform from 1 to `max_weight`.
Instance random_geometric(std::uint64_t roles, double mean_degree, std::uint64_t max_weight, std::uint64_t seed);

/// Returns the points of random_geometric() with this seed.
formats::Coordinates points_of_random_geometric(std::uint64_t roles, std::uint64_t seed);

/// Returns all pairs of roles, roles x roles / 2 edges, with weights uniform from 1 to `max_weight`.
Instance uniform(std::uint64_t roles, std::uint64_t max_weight, std::uint64_t seed);

/// Returns a recursive-matrix graph (R-MAT, [Chakrabarti 2004]; Graph500's probabilities 0.57, 0.19, 0.19, 0.05) with
/// power-law degrees. Draws `edges_per_role` x roles edges: an edge drawn k times weighs k, loops are dropped. `roles`
/// is a power of two.
Instance rmat(std::uint64_t roles, std::uint64_t edges_per_role, std::uint64_t seed);

/// Returns a random permutation of 0 .. roles-1.
std::vector<Role> random_labels(std::uint64_t roles, std::uint64_t seed);

/// Renumbers the roles: role i becomes labels[i].
void relabel(Instance& instance, std::span<const Role> labels);
void relabel(formats::Coordinates& coordinates, std::span<const Role> labels);

/// Returns the product of the extents. Throws InputError if it is 0 or above kMaxRoles.
std::uint64_t cells_of(std::span<const std::uint64_t> extents);

}  // namespace topomorph::benchmarks
