// TopoMatch's grouping [Jeannot 2022, alg. 1], and the parameter that selects its partitioner.
#include "core/mapping/baselines/topomatch_groups.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/mapping/baselines/buckets.h"
#include "core/mapping/baselines/kneser.h"
#include "core/mapping/baselines/topomatch_partition.h"

namespace topomorph::mapping {
namespace {

using Partitioner = TopoMatchOptions::Partitioner;
using Method = TopoMatchOptions::Method;

[[noreturn]] void refuse_option(std::string_view word) {
  throw InputError(fmt::format(
      "--algorithm topomatch: found \"{}\", expected tau=N (0 to {}), partition=greedy|scotch or method=tree|scotch",
      word, kMostCandidateGroups));
}

std::uint64_t threshold_of(std::string_view word, std::string_view value) {
  const auto count = parse_count(value);
  if (!count || *count > kMostCandidateGroups) refuse_option(word);
  return *count;
}

template <class Choice>
Choice one_of(std::string_view word, std::string_view value, std::string_view first_name, Choice first, Choice second) {
  if (value == first_name) return first;
  if (value != "scotch") refuse_option(word);
  return second;
}

void set(std::string_view word, TopoMatchOptions& options) {
  const std::size_t equals = word.find('=');
  const std::string_view key = word.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
  if (key == "tau") {
    options.threshold = threshold_of(word, value);
  } else if (key == "partition") {
    options.partitioner = one_of(word, value, "greedy", Partitioner::Greedy, Partitioner::Scotch);
  } else if (key == "method") {
    options.method = one_of(word, value, "tree", Method::Tree, Method::Scotch);
  } else {
    refuse_option(word);
  }
}

}  // namespace

TopoMatchOptions parse_topomatch_options(std::string_view text, TopoMatchOptions options) {
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    set(text.substr(0, comma), options);
    if (comma + 1 == text.size()) refuse_option("");  // the text ends with a comma
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return options;
}

namespace {

ElementGroups bucket_grouping(const Graph& graph, Random& random) {
  BucketStatistics statistics;
  ElementGroups groups;
  for (const auto& [a, b] : bucket_matching(graph, random, 0, statistics)) groups.push_back({a, b});
  return groups;
}

/// Builds one group after the other from the vertices that are in none yet.
class FastGrouping {
 public:
  FastGrouping(const Graph& graph, Random& random)
      : graph_(graph),
        random_(random),
        volume_(graph.vertices()),
        left_(successive<Vertex>(graph.vertices())),
        place_(successive<std::size_t>(graph.vertices())) {}

  std::vector<Vertex> next(std::size_t arity) {
    constexpr int kCandidates = 10;
    std::vector<Vertex> best;
    EdgeWeight most = -1;
    for (int candidate = 0; candidate < kCandidates; ++candidate) {
      EdgeWeight inside = 0;
      std::vector<Vertex> group = grown(left_[random_.below(left_.size())], arity, inside);
      if (inside > most) best = std::move(group), most = inside;
    }
    for (const Vertex v : best) take(v);
    return best;
  }

 private:
  std::vector<Vertex> grown(Vertex seed, std::size_t arity, EdgeWeight& inside) {
    std::vector<Vertex> group, around;
    join(seed, group, around);
    while (group.size() < arity) {
      const Vertex v = strongest(group, around);
      inside += volume_[v];
      join(v, group, around);
    }
    for (const Vertex v : around) volume_[v] = 0;
    return group;
  }
  void join(Vertex v, std::vector<Vertex>& group, std::vector<Vertex>& around) {
    group.push_back(v);
    for (const Edge& edge : graph_.row(v)) {
      if (place_[edge.to] == kTaken) continue;
      if (volume_[edge.to] == 0) around.push_back(edge.to);
      volume_[edge.to] += edge.weight;
    }
  }
  Vertex strongest(const std::vector<Vertex>& group, const std::vector<Vertex>& around) const {
    const auto in_group = [&](Vertex v) { return std::find(group.begin(), group.end(), v) != group.end(); };
    Vertex best = kNoVertex;
    for (const Vertex v : around) {
      if (in_group(v)) continue;
      if (best == kNoVertex || volume_[v] > volume_[best] || (volume_[v] == volume_[best] && v < best)) best = v;
    }
    for (std::size_t i = 0; best == kNoVertex; ++i) best = in_group(left_[i]) ? kNoVertex : left_[i];
    return best;
  }
  void take(Vertex v) {
    const std::size_t place = place_[v];
    left_[place] = left_.back();
    place_[left_[place]] = place;
    left_.pop_back();
    place_[v] = kTaken;
  }

  static constexpr std::size_t kTaken = ~std::size_t{0};
  const Graph& graph_;
  Random& random_;
  std::vector<EdgeWeight> volume_;  // by vertex: volume with the growing group
  std::vector<Vertex> left_;
  std::vector<std::size_t> place_;  // position in left_
};

ElementGroups fast_grouping(const Graph& graph, std::size_t arity, Random& random) {
  FastGrouping grouping(graph, random);
  ElementGroups groups;
  while (groups.size() * arity < graph.vertices()) groups.push_back(grouping.next(arity));
  return groups;
}

}  // namespace

ElementGroups topomatch_groups(const Graph& graph, std::size_t arity, TopoMatchContext& context) {
  const std::uint64_t threshold = context.options.threshold;
  if (combinations(graph.vertices(), arity, threshold) <= threshold) return best_independent_groups(graph, arity);
  if (arity == 2) return bucket_grouping(graph, context.random);
  if (arity <= 5) return fast_grouping(graph, arity, context.random);
  return topomatch_parts(graph, std::vector<std::size_t>(graph.vertices() / arity, arity), context);
}

namespace {

/// Returns the part of each vertex.
std::vector<Vertex> partition_by_options(const Graph& graph, std::span<const std::size_t> sizes,
                                         TopoMatchContext& context) {
  const Partitioner partitioner = context.options.partitioner;
  if (partitioner != Partitioner::Greedy) {
    try {
      return scotch_partition(graph, sizes, context.random.next(), context.deadline);
    } catch (const InputError&) {
      if (partitioner == Partitioner::Scotch) throw;
    }
  }
  return greedy_partition(graph, sizes, context.options.trials, context.random);
}

}  // namespace

ElementGroups topomatch_parts(const Graph& graph, std::span<const std::size_t> sizes, TopoMatchContext& context) {
  const std::vector<Vertex> part = partition_by_options(graph, sizes, context);
  ElementGroups groups(sizes.size());
  for (Vertex v = 0; v < part.size(); ++v) groups[part[v]].push_back(v);
  return groups;
}

}  // namespace topomorph::mapping
