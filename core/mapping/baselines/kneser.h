// All groups of a few elements, and the best independent ones among them (paper 000, algorithm 1 below its threshold).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/baselines/element_groups.h"
#include "core/mapping/multilevel/graph.h"

namespace topomorph::mapping {

/// n over k, or `limit` + 1 where it is more.
std::uint64_t combinations(std::uint64_t n, std::uint64_t k, std::uint64_t limit);

/// Most candidate groups that are listed; a list of so many takes some 500 MB.
inline constexpr std::uint64_t kMostCandidateGroups = 10'000'000;

/// The orders in which independent groups are taken: the volume that leaves the group ascending, descending, and the
/// mean of that of all groups that share an element with it, descending (those that exclude bad groups come first).
enum class GroupOrder { OutsideAscending, OutsideDescending, WeightedDegree };

/// Independent groups, and the volume that leaves them.
struct IndependentGroups {
  ElementGroups groups;
  EdgeWeight outside = 0;
};

/// Every group of `arity` elements of a graph, in lexicographic order: the vertices of a Kneser graph, which are joined
/// where the groups share no element.
class CandidateGroups {
 public:
  /// At most kMostCandidateGroups, `arity` at most the number of vertices; throws InputError for more.
  CandidateGroups(const Graph& graph, std::size_t arity);

  std::size_t size() const { return outside_.size(); }
  std::span<const Vertex> elements(std::size_t group) const { return {elements_.data() + group * arity_, arity_}; }
  EdgeWeight outside(std::size_t group) const { return outside_[group]; }
  /// The mean of outside() of the others that share an element with this one; 0 where there is none.
  double weighted_degree(std::size_t group) const;
  std::vector<std::uint32_t> ordered(GroupOrder order) const;
  /// First come, first served from place `first` of the order on, around its end: a maximal set of independent groups,
  /// and therefore a maximum one.
  IndependentGroups taken(std::span<const std::uint32_t> order, std::size_t first) const;

 private:
  void measure(const Graph& graph);
  __int128 conflicts(std::size_t group) const;

  std::size_t vertices_, arity_;
  std::vector<Vertex> elements_;
  std::vector<EdgeWeight> outside_;
  std::vector<EdgeWeight> degrees_;  // of each group: all volume of its elements
  EdgeWeight all_degrees_ = 0;       // of all vertices
};

/// Partitions the graph's vertices into groups of `arity` (which divides their number): of the round robin and of what
/// the three orders of all candidate groups give, the partition with the least volume between groups. Each order is
/// begun at several places of the list.
ElementGroups best_independent_groups(const Graph& graph, std::size_t arity);

}  // namespace topomorph::mapping
