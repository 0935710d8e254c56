// Refinement of a partition: pairs of parts, and clusters of neighbouring parts that are cut anew.
#include "core/mapping/graph/part_refiner.h"

#include <algorithm>
#include <utility>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

PartRefiner::PartRefiner(const Graph& graph, std::span<const std::int64_t> capacities, PartitionContext& context,
                         Cut cut, std::vector<Vertex>& part)
    : graph_(graph),
      capacities_(capacities),
      context_(context),
      cut_(cut),
      tools_(context, graph.vertices()),
      part_(part),
      members_(capacities.size()),
      tie_(capacities.size(), 0) {
  for (Vertex v = 0; v < graph.vertices(); ++v) members_[part[v]].push_back(v);
}

void PartRefiner::refine_pairs() {
  std::vector<char> changed(members_.size(), 1);
  for (int round = 0; round < kPartition.rounds; ++round) {
    std::vector<char> changed_now(members_.size(), 0);
    std::vector<Pair> pairs = adjacent_pairs();
    std::erase_if(pairs, [&](const Pair& pair) { return !changed[pair.first] && !changed[pair.second]; });
    for (const std::vector<Pair>& batch : disjoint_batches(std::move(pairs))) {
      tools_.for_each(batch.size(), [&](std::size_t i, std::size_t worker) {
        if (context_.deadline.passed() || !refine_pair(batch[i], worker)) return;
        changed_now[batch[i].first] = changed_now[batch[i].second] = 1;
      });
    }
    changed = std::move(changed_now);
    if (std::find(changed.begin(), changed.end(), 1) == changed.end()) break;
  }
}

std::vector<PartRefiner::Pair> PartRefiner::adjacent_pairs() const {
  const Graph quotient = contracted(graph_, part_, members_.size());
  std::vector<std::pair<EdgeWeight, Pair>> weighted;
  for (Vertex a = 0; a < quotient.vertices(); ++a) {
    for (const Edge& edge : quotient.row(a)) {
      if (a < edge.to) weighted.push_back({-edge.weight, {a, edge.to}});
    }
  }
  std::sort(weighted.begin(), weighted.end());
  std::vector<Pair> pairs;
  std::vector<std::size_t> taken(members_.size(), 0);
  for (const auto& [weight, pair] : weighted) {
    if (taken[pair.first] >= kPartition.heaviest_pairs && taken[pair.second] >= kPartition.heaviest_pairs) continue;
    pairs.push_back(pair);
    ++taken[pair.first], ++taken[pair.second];
  }
  return pairs;
}

/// Sorts the pairs into batches in which no part occurs twice. Each pair goes into the first batch behind those with
/// one of its parts, so that every part meets its partners in their order.
std::vector<std::vector<PartRefiner::Pair>> PartRefiner::disjoint_batches(std::vector<Pair> pairs) const {
  std::vector<std::vector<Pair>> batches;
  std::vector<std::size_t> next(members_.size(), 0);  // by part: the first batch without it
  for (const Pair& pair : pairs) {
    const std::size_t batch = std::max(next[pair.first], next[pair.second]);
    if (batch == batches.size()) batches.emplace_back();
    batches[batch].push_back(pair);
    next[pair.first] = next[pair.second] = batch + 1;
  }
  return batches;
}

PartRefiner::Joined PartRefiner::join(std::span<const Vertex> cluster, std::size_t worker) {
  Joined joined;
  for (const Vertex p : cluster) joined.vertices.insert(joined.vertices.end(), members_[p].begin(), members_[p].end());
  joined.graph = induced(graph_, joined.vertices, tools_.scratch(worker));
  return joined;
}

bool PartRefiner::refine_pair(Pair pair, std::size_t worker) {
  const auto [a, b] = pair;
  const Vertex both[] = {a, b};
  const Joined joined = join(both, worker);
  if (joined.vertices.empty()) return false;  // parts with room to spare may have given all they had to others
  Bisection cut;
  cut.side.assign(joined.vertices.size(), 1);
  std::fill_n(cut.side.begin(), members_[a].size(), std::uint8_t{0});
  cut.size0 = static_cast<std::int64_t>(members_[a].size());
  const EdgeWeight before = cut.cut = cut_of(joined.graph, cut.side);
  const auto total = static_cast<std::int64_t>(joined.vertices.size());
  const SizeRange range = sizes_of_first(total, capacities_[a], capacities_[b]);
  tools_.context(worker).refiner.refine(joined.graph, cut, range.middle(), range.tolerance(), context_.effort.passes);
  if (cut.cut >= before) return false;
  members_[a].clear();
  members_[b].clear();
  for (std::size_t i = 0; i < joined.vertices.size(); ++i) {
    const Vertex now = cut.side[i] == 0 ? a : b;
    members_[now].push_back(joined.vertices[i]);
    part_[joined.vertices[i]] = now;
  }
  return true;
}

void PartRefiner::recut_clusters(std::size_t tries) {
  if (members_.size() <= kPartition.cluster || is_shapeless()) return;
  const std::size_t batch = std::max<std::size_t>(members_.size() / kPartition.parts_per_cluster, 1);
  for (std::size_t done = 0; done < tries && !context_.deadline.passed();) {
    const std::vector<Cluster> clusters = choose_disjoint_clusters(batch);
    done += std::max<std::size_t>(clusters.size(), 1);
    std::vector<std::uint64_t> seeds;
    for (std::size_t i = 0; i < clusters.size(); ++i) seeds.push_back(context_.random.next());
    const Random random = context_.random;
    tools_.for_each(clusters.size(),
                    [&](std::size_t i, std::size_t worker) { recut(clusters[i], Random(seeds[i]), worker); });
    context_.random = random;
  }
}

/// Returns whether most weight is cut, as in power-law graphs: other cuts are then hardly better.
bool PartRefiner::is_shapeless() const {
  EdgeWeight twice = 0;
  for (const Edge& edge : graph_.edges) twice += edge.weight;
  return static_cast<double>(weight_between(graph_, part_)) > kPartition.shapeless * static_cast<double>(twice) / 2;
}

/// Returns up to `count` clusters; leaves out those that overlap an earlier one.
std::vector<PartRefiner::Cluster> PartRefiner::choose_disjoint_clusters(std::size_t count) {
  std::vector<Cluster> clusters;
  std::vector<char> used(count > 1 ? members_.size() : 0, 0);
  for (; count > 0; --count) {
    Cluster cluster = choose_cluster();
    const bool meets = std::any_of(cluster.begin(), cluster.end(), [&](Vertex p) { return !used.empty() && used[p]; });
    if (cluster.size() == 1 || meets) continue;
    for (const Vertex p : cluster) {
      if (!used.empty()) used[p] = 1;
    }
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

/// Returns a cluster grown from a random part; parts with more weight to the cluster join more likely.
PartRefiner::Cluster PartRefiner::choose_cluster() {
  Cluster cluster = {static_cast<Vertex>(context_.random.below(members_.size()))};
  std::vector<Vertex> near;  // parts with weight to the cluster, in the order of their discovery
  while (cluster.size() < kPartition.cluster) {
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

void PartRefiner::recut(const Cluster& cluster, Random random, std::size_t worker) {
  const Joined joined = join(cluster, worker);
  std::vector<std::int64_t> capacities;
  std::vector<Vertex> old;
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    capacities.push_back(capacities_[cluster[i]]);
    old.insert(old.end(), members_[cluster[i]].size(), static_cast<Vertex>(i));
  }
  PartitionContext& context = tools_.context(worker);
  context.random = random;
  Workers* const workers = std::exchange(context.workers, nullptr);  // this thread is one of the workers
  const std::vector<Vertex> now = cut_(joined.graph, capacities, context);
  context.workers = workers;
  if (weight_between(joined.graph, now) > weight_between(joined.graph, old)) return;
  for (const Vertex p : cluster) members_[p].clear();
  for (std::size_t i = 0; i < joined.vertices.size(); ++i) {
    const Vertex p = cluster[now[i]];
    part_[joined.vertices[i]] = p;
    members_[p].push_back(joined.vertices[i]);
  }
}

}  // namespace topomorph::mapping
