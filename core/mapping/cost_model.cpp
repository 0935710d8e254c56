// What a mapping shall save, put into the terms of the one mapper: a volume for each pair, a distance for each level.
#include "core/mapping/cost_model.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/metrics/evaluate.h"
#include "core/metrics/prediction.h"
#include "core/support/error.h"

namespace topomorph {

namespace {

constexpr std::array<const char*, 5> kNames = {"hop-bytes", "bytes", "messages", "alpha-beta", "bottleneck"};

TreeTopology with_distances(const TreeTopology& tree, const std::vector<std::uint64_t>& distances) {
  std::vector<TreeLevel> levels;
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    levels.push_back(tree.level(l));
    levels.back().distance = distances[l - 1];
  }
  return TreeTopology(std::move(levels));
}

/// Inside hosts the levels in their order; between them so far that nothing inside outweighs it.
std::vector<std::uint64_t> far_hosts(const TreeTopology& tree, std::size_t host_level) {
  constexpr std::uint64_t kFar = std::uint64_t{1} << 20;
  std::vector<std::uint64_t> distances;
  for (std::size_t l = 1; l <= tree.levels(); ++l) distances.push_back(l <= host_level ? l : kFar * l);
  return distances;
}

/// In proportion to the time of this many messages and bytes on each level.
std::vector<std::uint64_t> distances_in_time(const TreeCosts& costs, double messages, double bytes) {
  constexpr double kLeast = 16, kMost = 1e9;  // of the shortest, so that ratios are kept; of the longest
  const double unit = std::max(costs.levels.front().seconds(messages, bytes), 1e-300);
  std::vector<std::uint64_t> distances;
  for (const LinkCost& level : costs.levels) {
    distances.push_back(
        static_cast<std::uint64_t>(std::min(level.seconds(messages, bytes) / unit * kLeast, kMost) + 0.5));
  }
  return distances;
}

/// Bytes plus what could have been sent in the time that the messages take at the least, on the slowest level.
Affinity with_latency(const Affinity& affinity, const LinkCost& slowest) {
  const double per_message = std::min(slowest.latency * slowest.bandwidth, 1e12);
  const double largest =
      static_cast<double>(affinity.total_bytes()) + per_message * static_cast<double>(affinity.total_messages());
  const double scale = std::min(1.0, std::ldexp(1.0, 60) / std::max(largest, 1.0));
  std::vector<Traffic> traffic;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const double volume = static_cast<double>(entry.bytes) + per_message * static_cast<double>(entry.messages);
      traffic.push_back({source, entry.destination, static_cast<std::uint64_t>(volume * scale), entry.messages});
    }
  }
  return Affinity::from_traffic(affinity.roles(), std::move(traffic));
}

MapResult map_as_model_says(const Affinity& affinity, const TreeTopology& tree, MapOptions options,
                            const CostOptions& cost) {
  const auto bytes = static_cast<double>(affinity.total_bytes()),
             messages = static_cast<double>(affinity.total_messages());
  options.weight = cost.model == CostModel::Messages ? Weight::Messages : Weight::Bytes;
  switch (cost.model) {
    case CostModel::AlphaBeta:
      return map(with_latency(affinity, cost.costs.levels.back()),
                 with_distances(tree, distances_in_time(cost.costs, messages, std::max(bytes, 1.0))), options);
    case CostModel::Bottleneck:
      return map(affinity, with_distances(tree, distances_in_time(cost.costs, 0, 1)), options);
    default:
      return map(affinity, with_distances(tree, far_hosts(tree, cost.host_level)), options);
  }
}

double between_hosts(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping,
                     const CostOptions& cost) {
  double sum = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (tree.lca_level(mapping[source], mapping[entry.destination]) <= cost.host_level) continue;
      sum += static_cast<double>(cost.model == CostModel::Bytes ? entry.bytes : entry.messages);
    }
  }
  return sum;
}

/// Whoever is pinned is where it must be.
bool keeps_pins(const Mapping& mapping, const MapOptions& options) {
  return std::all_of(options.pinned.begin(), options.pinned.end(),
                     [&](const PinnedRole& pin) { return mapping[pin.role] == pin.slot; });
}

Cost hop_cost(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const MapOptions& options) {
  const Evaluation judged = evaluate(affinity, tree, mapping, options.sharing.roles_per_slot);
  return options.weight == Weight::Bytes ? judged.hop_bytes : judged.hop_messages;
}

}  // namespace

CostModel cost_model_named(const std::string& name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) throw InputError(fmt::format("found cost model '{}', expected {}", name, kCostModelNames));
  return static_cast<CostModel>(found - kNames.begin());
}

std::size_t host_level_of(const TreeTopology& tree) {
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).name == "host") return l;
  }
  const bool one_machine = tree.levels() == 1 || !tree.level(tree.levels()).name.empty();
  return tree.levels() - (one_machine ? 0 : 1);
}

double model_cost(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, Weight weight,
                  const CostOptions& cost) {
  switch (cost.model) {
    case CostModel::HopBytes: {
      const Evaluation judged = evaluate(affinity, tree, mapping, Sharing::kAnyNumber);
      return static_cast<double>(weight == Weight::Bytes ? judged.hop_bytes : judged.hop_messages);
    }
    case CostModel::AlphaBeta:
      return predict(affinity, tree, mapping, cost.costs).seconds;
    case CostModel::Bottleneck:
      return predict(affinity, tree, mapping, cost.costs).busiest.seconds;
    default:
      return between_hosts(affinity, tree, mapping, cost);
  }
}

MapResult map_by_cost(const Affinity& affinity, const TreeTopology& tree, const MapOptions& options,
                      const CostOptions& cost) {
  if (cost.model == CostModel::HopBytes) return map(affinity, tree, options);
  MapResult result = map_as_model_says(affinity, tree, options, cost);
  const bool searched = options.algorithm != "identity" && options.algorithm != "random";
  if (searched && cost.model == CostModel::Bottleneck && options.sharing.is_plain()) {
    relieve_busiest_links(affinity, tree, cost.costs, options, result.mapping);
  }
  if (searched && options.sharing.is_plain() && options.launcher_order &&
      keeps_pins(*options.launcher_order, options)) {
    const auto judge = [&](const Mapping& mapping) {
      return model_cost(affinity, tree, mapping, options.weight, cost);
    };
    if (judge(*options.launcher_order) <= judge(result.mapping)) result = {*options.launcher_order, "launcher", 0};
  }
  result.cost = hop_cost(affinity, tree, result.mapping, options);
  return result;
}

}  // namespace topomorph
