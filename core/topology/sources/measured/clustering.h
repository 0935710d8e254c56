// Finds groups of hosts, level by level, from measured costs between hosts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/topology/sources/measured/dendrogram.h"

namespace topomorph::topology {

struct ClusteringLimits {
  double noise = 0.05;       ///< relative difference of repeated measurements; smaller ones count as noise
  double least_step = 1.25;  ///< least ratio of the median costs of two levels
};

/// Returns the partitions into groups that the costs show, the innermost (most groups) first; none if all hosts are
/// alike. The dendrogram is cut by minimum description length: a cut must reduce the deviations from the levels'
/// medians so much that it pays for naming the groups. Deviations are taken as Laplacian, so a few disturbed pairs make
/// no groups. The medians must differ by `least_step`.
std::vector<Partition> find_groups(std::uint64_t hosts, std::span<const MeasuredPair> pairs,
                                   const ClusteringLimits& limits = {});

/// Returns whether every group of one partition lies inside a group of the other.
bool is_nested(const Partition& a, const Partition& b);

/// Returns one hierarchy: all of `first`, and each of `second` that is nested with all of these. The innermost comes
/// first, each partition once.
std::vector<Partition> nested_union(std::vector<Partition> first, std::span<const Partition> second);

std::uint64_t groups_in(const Partition& partition);

}  // namespace topomorph::topology
