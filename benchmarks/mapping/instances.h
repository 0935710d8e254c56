// Affinities made by rule, to measure mappers with: the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::benchmarks {

/// Each edge once, in any order; bytes and messages are both its weight.
struct Instance {
  std::uint64_t roles = 0;
  std::vector<Traffic> edges;
};

/// Neighbours on a grid with `extents` cells per axis (two axes: 5-point, three: 7-point); cells are numbered with the
/// last axis fastest. `weights` has one weight per axis, or is empty for 1; `periodic` joins the ends of each axis
/// longer than 2.
Instance stencil(std::span<const std::uint64_t> extents, std::span<const std::uint64_t> weights = {},
                 bool periodic = false);

/// Points in the unit square, joined below the distance that gives `mean_degree` (borders aside); weights uniform from
/// 1 to `max_weight`.
Instance random_geometric(std::uint64_t roles, double mean_degree, std::uint64_t max_weight, std::uint64_t seed);

/// All pairs of roles, weights uniform from 1 to `max_weight`; roles x roles / 2 edges.
Instance uniform(std::uint64_t roles, std::uint64_t max_weight, std::uint64_t seed);

/// Recursive-matrix graph (R-MAT; Chakrabarti, Zhan, Faloutsos 2004; probabilities of Graph500: 0.57, 0.19, 0.19,
/// 0.05): power-law degrees. `edges_per_role` x roles draws; an edge drawn k times weighs k, loops are dropped. `roles`
/// is a power of two.
Instance rmat(std::uint64_t roles, std::uint64_t edges_per_role, std::uint64_t seed);

/// A random permutation of 0 .. roles-1.
std::vector<Role> random_labels(std::uint64_t roles, std::uint64_t seed);

/// Role i becomes labels[i].
void relabel(Instance& instance, std::span<const Role> labels);

/// Throws InputError for extents whose product is 0 or more than kMaxRoles.
std::uint64_t cells_of(std::span<const std::uint64_t> extents);

}  // namespace topomorph::benchmarks
