// Clusters hosts by measured costs, from the nearest two up to all of them, and finds their groups, level by level.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace topomorph::topology {

/// Measured cost between two hosts (seconds of a message, or of a byte). Above 0; smaller is nearer.
struct MeasuredPair {
  std::uint64_t first = 0, second = 0;
  double cost = 0;
};

/// Group of every host, numbered from 0 in order of the groups' first hosts.
using Partition = std::vector<std::uint64_t>;

/// Agglomerative clustering of hosts. The distance of two clusters is the median of all costs measured between them, so
/// half of the pairs may be disturbed. Works on a sample of the pairs.
class Dendrogram {
 public:
  /// A union of two clusters: a host of each, and the logarithms of all costs measured between them.
  struct Merge {
    std::uint64_t first = 0, second = 0;
    double height = 0;  ///< median of the values, at least that of the merge before
    std::vector<double> values;
  };

  /// Takes time and memory in pairs x log(pairs). Clusters without a measurement between them merge last.
  Dendrogram(std::uint64_t hosts, std::span<const MeasuredPair> pairs);

  std::uint64_t hosts() const { return hosts_; }
  const std::vector<Merge>& merges() const { return merges_; }  ///< hosts() - 1, in ascending order of height
  /// Returns the clusters after the first `count` merges.
  Partition after(std::size_t count) const;

 private:
  std::uint64_t hosts_;
  std::vector<Merge> merges_;
};

/// Returns the middle value (the upper one of two). `values` must not be empty and is reordered.
double median_of(std::span<double> values);

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
