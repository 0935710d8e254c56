// All groups of a few elements, and the best independent ones among them ([Jeannot 2022, alg. 1] below its threshold).
#include "core/mapping/baselines/kneser.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"

namespace topomorph::mapping {

namespace {

/// Counts each edge inside twice, as the sum of its ends' volumes does.
EdgeWeight volume_inside(const Graph& graph, std::span<const Vertex> group) {
  EdgeWeight sum = 0;
  for (const Vertex v : group) {
    for (const Edge& edge : graph.row(v))
      sum += std::binary_search(group.begin(), group.end(), edge.to) ? edge.weight : 0;
  }
  return sum;
}

/// Advances to the next group of numbers below n in lexicographic order. Returns false after the last.
bool advance(std::vector<Vertex>& group, std::size_t n) {
  std::size_t i = group.size();
  while (i > 0 && group[i - 1] == n - group.size() + i - 1) --i;
  if (i == 0) return false;
  ++group[i - 1];
  for (; i < group.size(); ++i) group[i] = group[i - 1] + 1;
  return true;
}

IndependentGroups round_robin(const Graph& graph, std::size_t arity) {
  IndependentGroups result;
  for (std::size_t first = 0; first < graph.vertices(); first += arity) {
    auto group = successive<Vertex>(arity, static_cast<Vertex>(first));
    for (const Vertex v : group) result.outside += graph.weight_of(v);
    result.outside -= volume_inside(graph, group);
    result.groups.push_back(std::move(group));
  }
  return result;
}

/// Starts at a few positions near the front of the list, where the best groups are.
void try_improve(const CandidateGroups& candidates, GroupOrder by, IndependentGroups& best) {
  constexpr std::size_t kBeginnings = 16;
  const auto order = candidates.ordered(by);
  for (std::size_t first = 0; first < std::min(kBeginnings, order.size()); ++first) {
    IndependentGroups found = candidates.taken(order, first);
    if (found.outside < best.outside) best = std::move(found);
  }
}

}  // namespace

std::uint64_t combinations(std::uint64_t n, std::uint64_t k, std::uint64_t limit) {
  if (k > n) return 0;
  k = std::min(k, n - k);
  unsigned __int128 product = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    product = product * (n - k + i) / i;
    if (product > limit) return limit + 1;
  }
  return static_cast<std::uint64_t>(product);
}

CandidateGroups::CandidateGroups(const Graph& graph, std::size_t arity) : vertices_(graph.vertices()), arity_(arity) {
  const std::uint64_t count = combinations(vertices_, arity, kMostCandidateGroups);
  if (count > kMostCandidateGroups) {
    throw InputError(fmt::format("found more than {} groups of {} out of {}, expected fewer", kMostCandidateGroups,
                                 arity, vertices_));
  }
  elements_.reserve(count * arity);
  auto group = successive<Vertex>(arity);
  do {
    elements_.insert(elements_.end(), group.begin(), group.end());
  } while (advance(group, vertices_));
  measure(graph);
}

void CandidateGroups::measure(const Graph& graph) {
  std::vector<EdgeWeight> volumes(vertices_);
  for (Vertex v = 0; v < vertices_; ++v) volumes[v] = graph.weight_of(v);
  all_degrees_ = std::accumulate(volumes.begin(), volumes.end(), EdgeWeight{0});
  const std::size_t count = elements_.size() / arity_;
  degrees_.assign(count, 0);
  outside_.reserve(count);
  for (std::size_t group = 0; group < count; ++group) {
    for (const Vertex v : elements(group)) degrees_[group] += volumes[v];
    outside_.push_back(degrees_[group] - volume_inside(graph, elements(group)));
  }
}

/// Returns the sum of outside() over the groups that share an element with this one, less the constant sum over all
/// groups. Needs no look at pairs of groups: the groups that share no element with this one are all groups of the other
/// vertices. Each of these vertices is in `with_one` of them, and each edge in `with_two`.
__int128 CandidateGroups::conflicts(std::size_t group) const {
  const std::uint64_t others = vertices_ - arity_;
  if (others < arity_) return 0;
  const std::uint64_t with_one = combinations(others - 1, arity_ - 1, kMostCandidateGroups);
  const std::uint64_t with_two = arity_ < 2 ? 0 : combinations(others - 2, arity_ - 2, kMostCandidateGroups);
  const __int128 degrees = all_degrees_ - degrees_[group];
  const __int128 between = degrees - outside_[group];  // volume among the other vertices, each edge twice
  return -(degrees * with_one - between * with_two) - outside_[group];
}

double CandidateGroups::weighted_degree(std::size_t group) const {
  const std::uint64_t disjoint = combinations(vertices_ - arity_, arity_, kMostCandidateGroups);
  if (size() == disjoint + 1 || size() == 1) return 0;
  const __int128 all = std::accumulate(outside_.begin(), outside_.end(), __int128{0});
  return static_cast<double>(all + conflicts(group)) / static_cast<double>(size() - disjoint - 1);
}

std::vector<std::uint32_t> CandidateGroups::ordered(GroupOrder order) const {
  auto list = successive<std::uint32_t>(size());
  const auto by = [&](auto less) { std::stable_sort(list.begin(), list.end(), less); };
  switch (order) {
    case GroupOrder::OutsideAscending:
      by([&](std::uint32_t a, std::uint32_t b) { return outside_[a] < outside_[b]; });
      break;
    case GroupOrder::OutsideDescending:
      by([&](std::uint32_t a, std::uint32_t b) { return outside_[a] > outside_[b]; });
      break;
    case GroupOrder::WeightedDegree:  // all groups share elements with equally many others, so sums give the order of
                                      // the means
      std::vector<__int128> sums(size());
      for (std::size_t group = 0; group < size(); ++group) sums[group] = conflicts(group);
      by([&](std::uint32_t a, std::uint32_t b) { return sums[a] > sums[b]; });
      break;
  }
  return list;
}

IndependentGroups CandidateGroups::taken(std::span<const std::uint32_t> order, std::size_t first) const {
  IndependentGroups result;
  std::vector<char> used(vertices_);
  const std::size_t wanted = vertices_ / arity_;
  for (std::size_t i = 0; i < order.size() && result.groups.size() < wanted; ++i) {
    const std::uint32_t group = order[first + i < order.size() ? first + i : first + i - order.size()];
    const auto members = elements(group);
    if (std::any_of(members.begin(), members.end(), [&](Vertex v) { return used[v]; })) continue;
    for (const Vertex v : members) used[v] = 1;
    result.groups.emplace_back(members.begin(), members.end());
    result.outside += outside_[group];
  }
  return result;
}

ElementGroups best_independent_groups(const Graph& graph, std::size_t arity) {
  IndependentGroups best = round_robin(graph, arity);
  const CandidateGroups candidates(graph, arity);
  for (const GroupOrder by :
       {GroupOrder::OutsideAscending, GroupOrder::OutsideDescending, GroupOrder::WeightedDegree}) {
    try_improve(candidates, by, best);
  }
  return best.groups;
}

}  // namespace topomorph::mapping
