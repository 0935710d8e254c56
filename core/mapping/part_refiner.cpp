// Improving a partition: pairs of parts, and clusters of neighbouring parts that are cut anew.
#include "core/mapping/part_refiner.h"

#include <algorithm>

namespace topomorph {

namespace {

constexpr int kRounds = 4;  // over all pairs, at most

/// Pairs that a part takes part in for its own sake: lighter ones hardly ever improve, and in a power-law graph all
/// parts are pairs.
constexpr std::size_t kHeaviestPairs = 12;

constexpr double kShapeless = 0.67;  // of all weight, cut

EdgeWeight cut_of(const Graph& graph, std::span<const Vertex> part) {
  EdgeWeight twice = 0;
  for (Vertex v = 0; v < graph.vertices(); ++v) {
    for (const Edge& edge : graph.row(v)) twice += part[v] != part[edge.to] ? edge.weight : 0;
  }
  return twice / 2;
}

}  // namespace

PartRefiner::PartRefiner(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context,
                         std::vector<Vertex>& part)
    : graph_(graph),
      capacities_(capacities),
      context_(context),
      part_(part),
      members_(capacities.size()),
      scratch_(graph.vertices(), kNoVertex),
      tie_(capacities.size(), 0) {
  for (Vertex v = 0; v < graph.vertices(); ++v) members_[part[v]].push_back(v);
}

void PartRefiner::refine_pairs() {
  std::vector<char> changed(members_.size(), 1);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<char> changed_now(members_.size(), 0);
    for (const auto& [a, b] : adjacent_pairs()) {
      if ((!changed[a] && !changed[b]) || context_.deadline.passed()) continue;
      if (refine_pair(a, b)) changed_now[a] = changed_now[b] = 1;
    }
    changed = std::move(changed_now);
    if (std::find(changed.begin(), changed.end(), 1) == changed.end()) break;
  }
}

std::vector<std::pair<Vertex, Vertex>> PartRefiner::adjacent_pairs() const {
  const Graph quotient = contracted(graph_, part_, members_.size());
  std::vector<std::pair<EdgeWeight, std::pair<Vertex, Vertex>>> weighted;
  for (Vertex a = 0; a < quotient.vertices(); ++a) {
    for (const Edge& edge : quotient.row(a)) {
      if (a < edge.to) weighted.push_back({-edge.weight, {a, edge.to}});
    }
  }
  std::sort(weighted.begin(), weighted.end());
  std::vector<std::pair<Vertex, Vertex>> pairs;
  std::vector<std::size_t> taken(members_.size(), 0);
  for (const auto& [weight, pair] : weighted) {
    if (taken[pair.first] >= kHeaviestPairs && taken[pair.second] >= kHeaviestPairs) continue;
    pairs.push_back(pair);
    ++taken[pair.first], ++taken[pair.second];
  }
  return pairs;
}

/// The graph of the members of some parts, in the order of the parts.
Graph PartRefiner::join(std::span<const Vertex> cluster) {
  joined_.clear();
  for (const Vertex p : cluster) joined_.insert(joined_.end(), members_[p].begin(), members_[p].end());
  return induced(graph_, joined_, scratch_);
}

bool PartRefiner::refine_pair(Vertex a, Vertex b) {
  const Vertex pair[] = {a, b};
  const Graph both = join(pair);
  const auto total = static_cast<std::int64_t>(joined_.size());
  Bisection cut;
  cut.side.assign(joined_.size(), 1);
  std::fill_n(cut.side.begin(), members_[a].size(), std::uint8_t{0});
  cut.size0 = static_cast<std::int64_t>(members_[a].size());
  const EdgeWeight before = cut.cut = topomorph::cut_of(both, cut.side);
  const SizeRange range = sizes_of_first(total, capacities_[a], capacities_[b]);
  context_.refiner.refine(both, cut, range.middle(), range.tolerance(), context_.effort.passes);
  if (cut.cut >= before) return false;
  members_[a].clear();
  members_[b].clear();
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const Vertex now = cut.side[i] == 0 ? a : b;
    members_[now].push_back(joined_[i]);
    part_[joined_[i]] = now;
  }
  return true;
}

void PartRefiner::recut_clusters(std::size_t tries) {
  if (members_.size() <= kCluster || is_shapeless()) return;
  for (; tries > 0 && !context_.deadline.passed(); --tries) recut(choose_cluster());
}

/// Whether most weight is cut, as in power-law graphs: then other cuts are hardly better.
bool PartRefiner::is_shapeless() const {
  EdgeWeight twice = 0;
  for (const Edge& edge : graph_.edges) twice += edge.weight;
  return static_cast<double>(cut_of(graph_, part_)) > kShapeless * static_cast<double>(twice) / 2;
}

/// Grows from a part at random; heavily tied parts join more likely.
std::vector<Vertex> PartRefiner::choose_cluster() {
  std::vector<Vertex> cluster = {static_cast<Vertex>(context_.random.below(members_.size()))};
  std::vector<Vertex> near;  // parts with a tie, in the order of their discovery
  while (cluster.size() < kCluster) {
    for (const Vertex v : members_[cluster.back()]) {
      for (const Edge& edge : graph_.row(v)) {
        const Vertex to = part_[edge.to];
        if (std::find(cluster.begin(), cluster.end(), to) != cluster.end()) continue;
        if (tie_[to] == 0) near.push_back(to);
        tie_[to] += edge.weight;
      }
    }
    EdgeWeight sum = 0;
    for (const Vertex p : near) sum += tie_[p];
    if (sum == 0) break;
    auto at = static_cast<EdgeWeight>(context_.random.below(static_cast<std::uint64_t>(sum)));
    std::size_t i = 0;
    while (at >= tie_[near[i]]) at -= tie_[near[i++]];
    cluster.push_back(near[i]);
    tie_[near[i]] = 0;
    near.erase(near.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const Vertex p : near) tie_[p] = 0;
  return cluster;
}

void PartRefiner::recut(const std::vector<Vertex>& cluster) {
  if (cluster.size() == 1) return;
  const Graph graph = join(cluster);
  std::vector<std::int64_t> capacities;
  std::vector<Vertex> old;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    capacities.push_back(capacities_[cluster[i]]);
    old.insert(old.end(), members_[cluster[i]].size(), static_cast<Vertex>(i));
  }
  const std::vector<Vertex> now = partition_quickly(graph, capacities, context_);
  if (cut_of(graph, now) > cut_of(graph, old)) return;
  for (const Vertex p : cluster) members_[p].clear();
  for (std::size_t i = 0; i < joined_.size(); ++i) {
    const Vertex p = cluster[now[i]];
    part_[joined_[i]] = p;
    members_[p].push_back(joined_[i]);
  }
}

}  // namespace topomorph
