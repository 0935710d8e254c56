// Which hosts are near each other, from the nearest two up to all of them: agglomerative clustering of measured pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace topomorph::topology {

/// What a way between two hosts costs (seconds of a message, seconds of a byte): above 0, the smaller the nearer.
struct MeasuredPair {
  std::uint64_t first = 0, second = 0;
  double cost = 0;
};

/// Group of every host, numbered from 0 in order of the groups' first hosts.
using Partition = std::vector<std::uint64_t>;

/// The hosts, put together two clusters at a time, the nearest first. Clusters are as far apart as the median of what
/// was measured between them: half of the pairs may be disturbed. Works on a sample of the pairs.
class Dendrogram {
 public:
  /// One union of two clusters: the first hosts of both, and the logarithms of all costs measured between them.
  struct Merge {
    std::uint64_t first = 0, second = 0;
    double height = 0;  ///< median of the values, not below that of the merge before
    std::vector<double> values;
  };

  /// Time and memory grow like pairs x log. Clusters between which nothing was measured are put together last.
  Dendrogram(std::uint64_t hosts, std::span<const MeasuredPair> pairs);

  std::uint64_t hosts() const { return hosts_; }
  const std::vector<Merge>& merges() const { return merges_; }  ///< hosts() - 1, in ascending order of height
  /// The clusters when the first `count` merges are made.
  Partition after(std::size_t count) const;

 private:
  std::uint64_t hosts_;
  std::vector<Merge> merges_;
};

/// The middle value (the upper one of two). `values` is not empty and is reordered.
double median_of(std::span<double> values);

}  // namespace topomorph::topology
