// All groups of a few elements, and the best independent ones among them ([Jeannot 2022, alg. 1] below its threshold).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"

namespace topomorph::mapping {

/// Returns the binomial coefficient n over k, or `limit` + 1 if it is above `limit`.
std::uint64_t combinations(std::uint64_t n, std::uint64_t k, std::uint64_t limit);

/// Largest number of candidate groups in a list; a list of this length takes about 500 MB.
inline constexpr std::uint64_t kMostCandidateGroups = 10'000'000;

/// Order in which independent groups are taken: by the volume that leaves the group, ascending or descending; or by the
/// mean of this volume over all groups that share an element with the group, descending, so that groups that exclude
/// bad groups come first.
enum class GroupOrder { OutsideAscending, OutsideDescending, WeightedDegree };

/// Independent groups (no two share an element), and the volume that leaves them.
struct IndependentGroups {
  ElementGroups groups;
  EdgeWeight outside = 0;
};

/// Every group of `arity` elements of a graph, in lexicographic order. They are the vertices of a Kneser graph, whose
/// edges join groups without a common element.
class CandidateGroups {
 public:
  /// Lists up to kMostCandidateGroups groups; throws InputError for more. `arity` is at most the number of vertices.
  CandidateGroups(const Graph& graph, std::size_t arity);

  std::size_t size() const { return outside_.size(); }
  std::span<const Vertex> elements(std::size_t group) const { return {elements_.data() + group * arity_, arity_}; }
  EdgeWeight outside(std::size_t group) const { return outside_[group]; }
  /// Returns the mean of outside() over the other groups that share an element with this one; 0 if there are none.
  double weighted_degree(std::size_t group) const;
  std::vector<std::uint32_t> ordered(GroupOrder order) const;
  /// Takes groups first come, first served, from position `first` of the order to its end and then from its start. The
  /// result is a maximal set of independent groups. Fewer than `arity` elements remain, so it is also a maximum set.
  IndependentGroups taken(std::span<const std::uint32_t> order, std::size_t first) const;

 private:
  void measure(const Graph& graph);
  __int128 conflicts(std::size_t group) const;

  std::size_t vertices_, arity_;
  std::vector<Vertex> elements_;
  std::vector<EdgeWeight> outside_;
  std::vector<EdgeWeight> degrees_;  // by group: all volume of its elements
  EdgeWeight all_degrees_ = 0;       // sum over all vertices
};

/// Partitions the vertices into groups of `arity`, which divides their number. Returns the partition with the least
/// volume between groups out of round robin and the candidate groups taken in each of the three orders, from several
/// positions.
ElementGroups best_independent_groups(const Graph& graph, std::size_t arity);

}  // namespace topomorph::mapping
