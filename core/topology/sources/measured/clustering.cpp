// Clusters hosts by measured costs, from the nearest two up to all of them, and finds their groups, level by level.
#include "core/topology/sources/measured/clustering.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <set>
#include <tuple>

#include "core/base/successive.h"

namespace topomorph::topology {
namespace {

using Values = std::vector<double>;
using Candidate = std::tuple<double, std::uint64_t, std::uint64_t, std::uint64_t>;  // median, clusters, age of the pair

struct Between {
  Values values;
  std::uint64_t age = 0;  // grows with every change; candidates of another age are obsolete
};

/// The present clusters. A cluster has the number of one of its hosts; a union keeps the number of the cluster with
/// more known neighbours.
class Clusters {
 public:
  Clusters(std::uint64_t hosts, std::span<const MeasuredPair> pairs)
      : known_(hosts), root_(successive<std::uint64_t>(hosts)) {
    for (const MeasuredPair& pair : pairs) {
      if (pair.first != pair.second) between(pair.first, pair.second).values.push_back(std::log(pair.cost));
    }
    for (std::uint64_t host = 0; host < hosts; ++host) {
      for (const auto& [other, number] : known_[host]) {
        if (host < other) push(host, other);
      }
    }
  }

  /// Merges the nearest two clusters; returns false if no measurement is left between any two.
  bool merge_nearest(Dendrogram::Merge& merge) {
    while (!queue_.empty()) {
      const auto [height, a, b, age] = queue_.top();
      queue_.pop();
      if (root_[a] != a || root_[b] != b || pool_[known_[a].at(b)].age != age) continue;
      merge = {a, b, height, std::move(pool_[known_[a].at(b)].values)};
      unite(a, b);
      return true;
    }
    return false;
  }

  std::vector<std::uint64_t> left() const {
    std::vector<std::uint64_t> roots;
    for (std::uint64_t host = 0; host < root_.size(); ++host) {
      if (root_[host] == host) roots.push_back(host);
    }
    return roots;
  }

 private:
  Between& between(std::uint64_t a, std::uint64_t b) {
    const auto [place, fresh] = known_[a].try_emplace(b, pool_.size());
    if (fresh) {
      known_[b].emplace(a, pool_.size());
      pool_.emplace_back();
    }
    return pool_[place->second];
  }

  void push(std::uint64_t a, std::uint64_t b) {
    Between& pair = pool_[known_[a].at(b)];
    queue_.emplace(median_of(pair.values), std::min(a, b), std::max(a, b), ++pair.age);
  }

  void unite(std::uint64_t a, std::uint64_t b) {
    if (known_[a].size() < known_[b].size()) std::swap(a, b);
    root_[b] = a;
    known_[a].erase(b);
    known_[b].erase(a);
    for (const auto& [other, number] : known_[b]) {
      Values values = std::move(pool_[number].values);
      known_[other].erase(b);
      Between& kept = between(a, other);
      if (kept.values.size() < values.size()) std::swap(kept.values, values);
      kept.values.insert(kept.values.end(), values.begin(), values.end());
      push(a, other);
    }
    known_[b].clear();
  }

  std::vector<std::map<std::uint64_t, std::size_t>> known_;  // by cluster: the others, and their index in pool_
  std::vector<std::uint64_t> root_;
  std::vector<Between> pool_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue_;
};

std::uint64_t root_of(std::vector<std::uint64_t>& parent, std::uint64_t host) {
  while (parent[host] != host) host = parent[host] = parent[parent[host]];
  return host;
}

}  // namespace

double median_of(std::span<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Dendrogram::Dendrogram(std::uint64_t hosts, std::span<const MeasuredPair> pairs) : hosts_(hosts) {
  Clusters clusters(hosts, pairs);
  Merge merge;
  while (clusters.merge_nearest(merge)) {
    if (!merges_.empty()) merge.height = std::max(merge.height, merges_.back().height);
    merges_.push_back(std::move(merge));
  }
  const std::vector<std::uint64_t> left = clusters.left();
  const double height = merges_.empty() ? 0 : merges_.back().height;
  for (std::size_t i = 1; i < left.size(); ++i) merges_.push_back({left[0], left[i], height, {}});
}

Partition Dendrogram::after(std::size_t count) const {
  auto parent = successive<std::uint64_t>(hosts_);
  for (std::size_t i = 0; i < count; ++i) {
    parent[root_of(parent, merges_[i].second)] = root_of(parent, merges_[i].first);
  }
  Partition groups(hosts_, hosts_), number(hosts_, hosts_);
  std::uint64_t next = 0;
  for (std::uint64_t host = 0; host < hosts_; ++host) {
    std::uint64_t& group = number[root_of(parent, host)];
    if (group == hosts_) group = next++;
    groups[host] = group;
  }
  return groups;
}

namespace {

constexpr std::size_t kMostCandidates = 64;  // possible cuts, at the widest gaps
constexpr double kEvidence = 3;              // a cut must be worth it with odds of e^3

/// Returns the description length of a partition of `hosts` into `groups` groups: the logarithm of the number of such
/// partitions, from above (Stirling numbers of the second kind).
double ways(std::uint64_t hosts, std::uint64_t groups) {
  const auto n = static_cast<double>(hosts), k = static_cast<double>(groups);
  const double labels = n * std::log(k) - std::lgamma(k + 1);
  const double choose = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
  return std::min(labels, choose + (n - k) * std::log(k) - std::log(2.0));
}

/// The merges between two cuts: one level of the network.
struct Stretch {
  double median = 0;
  double deviation = 0;  // sum of the distances from the median
};

Stretch stretch_of(const Dendrogram& tree, std::size_t begin, std::size_t end) {
  std::vector<double> values;
  for (std::size_t i = begin; i < end; ++i) {
    values.insert(values.end(), tree.merges()[i].values.begin(), tree.merges()[i].values.end());
  }
  if (values.empty()) return {};
  Stretch stretch{median_of(values), 0};
  for (const double value : values) stretch.deviation += std::abs(value - stretch.median);
  return stretch;
}

/// How well levels explain the costs: the remaining deviation, and the description length of levels and rest.
struct Explanation {
  double deviation = 0, length = 0;
};

/// Chooses the cuts. A cut is the number of merges below it; cuts are in ascending order.
class Cutter {
 public:
  Cutter(const Dendrogram& tree, const ClusteringLimits& limits) : tree_(tree), limits_(limits) {
    for (const Dendrogram::Merge& merge : tree.merges()) pairs_ += static_cast<double>(merge.values.size());
    find_candidates();
  }

  /// Returns the cuts that pay, added one at a time. Of several the one with the least deviation is taken: description
  /// lengths of the groups say whether there is a level, not where.
  std::vector<std::size_t> best_cuts() const {
    std::vector<std::size_t> cuts;
    for (double length = explanation_of(cuts).length;;) {
      std::vector<std::size_t> best;
      Explanation least{HUGE_VAL, length};
      for (const std::size_t candidate : candidates_) {
        std::vector<std::size_t> more = cuts;
        const auto place = std::lower_bound(more.begin(), more.end(), candidate);
        if (place != more.end() && *place == candidate) continue;
        more.insert(place, candidate);
        const Explanation explanation = explanation_of(more);
        if (explanation.length >= length || explanation.deviation >= least.deviation) continue;
        least = explanation;
        best = std::move(more);
      }
      if (best.empty()) return cuts;
      cuts = std::move(best);
      length = least.length;
    }
  }

 private:
  void find_candidates() {
    const auto& merges = tree_.merges();
    std::vector<std::size_t> places;
    for (std::size_t i = 1; i < merges.size(); ++i) {
      if (merges[i].height > merges[i - 1].height) places.push_back(i);
    }
    const auto gap = [&](std::size_t i) { return merges[i].height - merges[i - 1].height; };
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return gap(a) > gap(b); });
    places.resize(std::min(places.size(), kMostCandidates));
    candidates_ = std::move(places);
  }

  /// Returns the explanation of all costs by these levels; infinite length if two levels are alike.
  Explanation explanation_of(const std::vector<std::size_t>& cuts) const {
    double deviation = 0, length = 0, below = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
      const std::size_t begin = i == 0 ? 0 : cuts[i - 1];
      const Stretch stretch = stretch_of(tree_, begin, i == cuts.size() ? tree_.merges().size() : cuts[i]);
      if (i > 0 && stretch.median - below < std::log(limits_.least_step)) return {HUGE_VAL, HUGE_VAL};
      below = stretch.median;
      deviation += stretch.deviation;
      if (i < cuts.size()) length += ways(tree_.hosts(), tree_.hosts() - cuts[i]) + std::log(pairs_) + kEvidence;
    }
    const double free = std::max(pairs_ - static_cast<double>(cuts.size()) - 1, 1.0);  // one median a level is fitted
    return {deviation, length + pairs_ * std::log(std::max(deviation / free, limits_.noise))};
  }

  const Dendrogram& tree_;
  const ClusteringLimits& limits_;
  double pairs_ = 0;
  std::vector<std::size_t> candidates_;
};

}  // namespace

std::vector<Partition> find_groups(std::uint64_t hosts, std::span<const MeasuredPair> pairs,
                                   const ClusteringLimits& limits) {
  if (hosts < 3 || pairs.empty()) return {};
  const Dendrogram tree(hosts, pairs);
  std::vector<Partition> found;
  for (const std::size_t cut : Cutter(tree, limits).best_cuts()) found.push_back(tree.after(cut));
  return found;
}

std::uint64_t groups_in(const Partition& partition) {
  return partition.empty() ? 0 : *std::max_element(partition.begin(), partition.end()) + 1;
}

bool is_nested(const Partition& a, const Partition& b) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> overlaps;
  for (std::size_t host = 0; host < a.size(); ++host) overlaps.insert({a[host], b[host]});
  return overlaps.size() == std::max(groups_in(a), groups_in(b));
}

std::vector<Partition> nested_union(std::vector<Partition> first, std::span<const Partition> second) {
  for (const Partition& partition : second) {
    const auto fits = [&](const Partition& other) { return other != partition && is_nested(other, partition); };
    if (std::all_of(first.begin(), first.end(), fits)) first.push_back(partition);
  }
  std::stable_sort(first.begin(), first.end(),
                   [](const Partition& a, const Partition& b) { return groups_in(a) > groups_in(b); });
  return first;
}

}  // namespace topomorph::topology
