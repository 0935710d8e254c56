// Clusters hosts by measured costs, with the median as linkage.
#include "core/topology/sources/measured/dendrogram.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>

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
  Clusters(std::uint64_t hosts, std::span<const MeasuredPair> pairs) : known_(hosts), root_(hosts) {
    std::iota(root_.begin(), root_.end(), 0);
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
  std::vector<std::uint64_t> parent(hosts_);
  std::iota(parent.begin(), parent.end(), 0);
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

}  // namespace topomorph::topology
