// Groups of hosts, level by level, found in what was measured between them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/topology/sources/measured/dendrogram.h"

namespace topomorph::topology {

struct ClusteringLimits {
  double noise = 0.05;       ///< two measurements of the same way differ by this part: differences below say nothing
  double least_step = 1.25;  ///< of the median costs of two levels: what is less is not worth a level
};

/// The partitions into groups that the costs show, the innermost (most groups) first; none where all hosts are alike.
/// The dendrogram is cut where that explains the costs: a cut must make the deviations from the medians of the levels
/// so much smaller that it pays for naming the groups (minimum description length, deviations taken as Laplacian: so a
/// few pairs that were disturbed, however much, make no groups), and the medians must differ by `least_step`.
std::vector<Partition> find_groups(std::uint64_t hosts, std::span<const MeasuredPair> pairs,
                                   const ClusteringLimits& limits = {});

/// Whether every group of one of them lies inside a group of the other.
bool is_nested(const Partition& a, const Partition& b);

/// One hierarchy of two: all of `first`, and of `second` what is nested with each of these; the innermost first, each
/// partition once.
std::vector<Partition> nested_union(std::vector<Partition> first, std::span<const Partition> second);

std::uint64_t groups_in(const Partition& partition);

}  // namespace topomorph::topology
