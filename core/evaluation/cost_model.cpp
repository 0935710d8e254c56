// Computes the cost of a mapping by each cost model.
#include "core/evaluation/cost_model.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/evaluation/companions.h"
#include "core/evaluation/cost_terms.h"
#include "core/evaluation/evaluate.h"
#include "core/model/groups.h"
#include "core/topology/shapes/routing_of.h"
#include "core/topology/shapes/short_forms.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::evaluation {

namespace {

constexpr std::array<const char*, 5> kNames = {"hop-bytes", "bytes", "messages", "alpha-beta", "bottleneck"};

}  // namespace

CostModel cost_model_named(const std::string& name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    throw InputError(fmt::format("found cost model '{}', expected {}", name, fmt::join(kNames, "|")));
  }
  return static_cast<CostModel>(found - kNames.begin());
}

const char* name_of(CostModel model) { return kNames[static_cast<std::size_t>(model)]; }

const char* source_of_costs(const CostOptions& cost) {
  if (!cost.network.empty()) return "measured";
  return cost.costs.assumed ? "assumed" : "given";
}

std::size_t host_level_of(const TreeTopology& tree) {
  for (std::size_t l = 1; l <= tree.levels(); ++l) {
    if (tree.level(l).name == "host") return l;
  }
  const std::string& root = tree.level(tree.levels()).name;
  const bool one_machine = tree.levels() == 1 || (!root.empty() && root != topology::kUnnamedLevels);
  return tree.levels() - (one_machine ? 0 : 1);
}

Weight weight_of(CostModel model) { return model == CostModel::Messages ? Weight::Messages : Weight::Bytes; }

std::shared_ptr<const Topology> far_hosts_or_throw(const Topology& topology, const CostOptions& cost) {
  auto far = with_far_hosts(topology, cost.host_level);
  if (far) return far;
  throw InputError(
      fmt::format("--cost {}: found a {}, expected a topology that tells its hosts: a tree, or a network "
                  "with machines in its places",
                  name_of(cost.model), topology.describe()));
}

std::shared_ptr<const Routing> routes_or_throw(const Topology& topology, const CostOptions& cost) {
  auto routing = routing_by(topology, cost);
  if (routing) return routing;
  throw InputError(
      fmt::format("--cost bottleneck: found a {}, expected a topology whose routes are known", topology.describe()));
}

std::shared_ptr<const Routing> routing_by(const Topology& topology, const CostOptions& cost) {
  if (cost.routing) return cost.routing;
  const TreeTopology* tree = as_tree(topology);
  if (tree == nullptr || cost.costs.levels.empty()) return topology::routing_of(topology);
  return std::make_shared<topology::TreeRouting>(*tree, cost.costs.all_uplinks(), unit_link(topology, cost).bandwidth);
}

/// Without real routes, the links to a tree's outermost level have the inverse of its distance as bandwidth. With them,
/// the link of a host has the inverse of the distance to the nearest other one (topology::GivenRouting).
LinkCost unit_link(const Topology& topology, const CostOptions& cost) {
  const TreeTopology* tree = as_tree(topology);
  if (tree == nullptr || cost.costs.levels.empty()) return {0, cost.per_distance.bandwidth};
  const std::size_t below = cost.routing ? std::min(cost.host_level, tree->levels() - 1) : tree->levels() - 1;
  const auto distance = static_cast<double>(tree->level(below + 1).distance);
  return {0, cost.costs.levels[below].bandwidth * std::max(distance, kMinLinkCost)};
}

namespace {

/// Returns the machine that both slots are in, and the level of it where they meet; null if they are in two.
std::pair<const TreeTopology*, std::size_t> meeting_inside(const Topology& topology, Slot a, Slot b) {
  const auto* composed = topology::as_composed(topology::whole_of(topology));
  if (composed == nullptr) return {nullptr, 0};
  const Slot first = topology::slot_of_whole(topology, a), second = topology::slot_of_whole(topology, b);
  const std::size_t place = composed->place_of(first);
  const TreeTopology* machine = as_tree(composed->part(place));
  if (machine == nullptr || composed->place_of(second) != place) return {nullptr, 0};
  const Slot begin = composed->begin()[place];
  return {machine, machine->lca_level(first - begin, second - begin)};
}

/// Returns the seconds of all messages one after the other.
double seconds_of_pairs(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                        const CostOptions& cost) {
  if (!affinity.groups().empty()) {
    return seconds_of_pairs(evaluation_pairs(affinity, mapping), topology, mapping, cost);
  }
  double seconds = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (mapping[source] == mapping[entry.destination]) continue;
      seconds += cost_between(topology, cost, mapping[source], mapping[entry.destination])
                     .seconds(static_cast<double>(entry.messages), static_cast<double>(entry.bytes));
    }
  }
  return seconds;
}

}  // namespace

LinkCost cost_between(const Topology& topology, const CostOptions& cost, Slot a, Slot b) {
  if (!cost.inside.empty()) {
    const auto [machine, level] = meeting_inside(topology, a, b);
    if (machine != nullptr) return cost.inside[std::clamp<std::size_t>(level, 1, cost.inside.size()) - 1];
  }
  const auto distance = static_cast<double>(std::max<std::uint64_t>(topology.distance(a, b), 1));
  return {cost.per_distance.latency * distance, cost.per_distance.bandwidth / distance};
}

bool has_level_links(const TreeTopology& tree, const CostOptions& cost) {
  return !cost.routing && !has_parallel_cables(tree);
}

Prediction predict_by(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                      const CostOptions& cost) {
  const TreeTopology* tree = as_tree(topology);
  if (tree != nullptr && has_level_links(*tree, cost)) return predict(affinity, *tree, mapping, cost.costs);
  const auto routing = routing_by(topology, cost);
  const LinkCost per_distance = tree == nullptr ? cost.per_distance : unit_link(topology, cost);
  Prediction prediction = predict(affinity, topology, mapping, per_distance, routing.get());
  if (tree != nullptr) prediction.seconds = predict(affinity, *tree, mapping, cost.costs).seconds;
  if (!cost.inside.empty()) prediction.seconds = seconds_of_pairs(affinity, topology, mapping, cost);
  return prediction;
}

double model_cost(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                  const CostOptions& cost) {
  switch (cost.model) {
    case CostModel::HopBytes: {
      const Evaluation judged = evaluate(affinity, topology, mapping, Sharing::kAnyNumber);
      return static_cast<double>(judged.cost(weight));
    }
    case CostModel::AlphaBeta:
      return predict_by(affinity, topology, mapping, cost).seconds;
    case CostModel::Bottleneck:
      if (!as_tree(topology)) routes_or_throw(topology, cost);  // throws if no routes are known
      return predict_by(affinity, topology, mapping, cost).busiest.seconds;
    case CostModel::Bytes:
    case CostModel::Messages:
      break;
  }
  far_hosts_or_throw(topology, cost);  // throws if no hosts are known
  return between_hosts(affinity, topology, mapping, weight_of(cost.model), cost.host_level);
}

bool has_unknown_hosts(const TreeTopology& tree) {
  return tree.level(tree.levels()).name == topology::kUnnamedLevels && tree.level(host_level_of(tree)).name != "host";
}

std::size_t known_host_level_of(const TreeTopology& tree) {
  if (!has_unknown_hosts(tree)) return host_level_of(tree);
  throw InputError(
      fmt::format("found a {} that does not say which nodes are the hosts, expected the word host before the levels "
                  "inside a host, as in tleaf:4,180,24,90,host,2,9,6,1, or NETWORK+MACHINE (+tree:1: every slot is a "
                  "host)",
                  tree.describe()));
}

namespace {

/// Processor time of the messages of each role.
class Work {
 public:
  Work(const TreeTopology& tree, const Mapping& mapping, const CostOptions& cost)
      : seconds_(mapping.size()), inside_(cost.network.inside_host()), between_(cost.network.between_hosts()) {
    for (const Slot slot : mapping)
      host_of_.push_back(cost.host_level == 0 ? slot : tree.node_of(cost.host_level, slot));
  }

  void add(Role source, const AffinityEntry& entry) {
    if (entry.destination == source) return;
    const bool together = host_of_[source] == host_of_[entry.destination];
    const auto messages = static_cast<double>(entry.messages);
    seconds_[source] += messages * send(together);
    seconds_[entry.destination] += messages * receive(together);
  }

  /// Each member receives an equal share of what the others send.
  void add(const GroupTraffic& group) {
    const std::vector<std::uint64_t> near = companions(group, [&](Role role) { return host_of_[role]; });
    const auto others = static_cast<double>(std::max<std::size_t>(group.members.size(), 2) - 1);
    double all = 0;
    for (const std::uint64_t messages : group.messages) all += static_cast<double>(messages);
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      const double inside = static_cast<double>(near[i] - 1) / others, sent = static_cast<double>(group.messages[i]);
      const double received = (all - sent) / others;
      seconds_[group.members[i]] += inside * (sent * send(true) + received * receive(true)) +
                                    (1 - inside) * (sent * send(false) + received * receive(false));
    }
  }

  double most() const { return seconds_.empty() ? 0 : *std::ranges::max_element(seconds_); }

 private:
  double send(bool together) const { return of(together, &ReachCosts::send); }
  double receive(bool together) const { return of(together, &ReachCosts::receive); }
  double of(bool together, double ReachCosts::*work) const {
    const ReachCosts* costs = together ? inside_ : between_;
    return costs == nullptr ? 0 : costs->*work;
  }

  std::vector<double> seconds_;
  std::vector<std::uint64_t> host_of_;
  const ReachCosts *inside_, *between_;
};

double after_burst(const BusiestLink& link, const CostOptions& cost) {
  const ReachCosts* const between = cost.network.between_hosts();
  if (link.bytes == 0 || between == nullptr) return link.seconds;
  return link.seconds * std::max(1 - between->burst_bytes / static_cast<double>(link.bytes), 0.0);
}

}  // namespace

StaticTime static_time(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping,
                       const CostOptions& cost) {
  CostOptions between_hosts = cost;
  between_hosts.routing = nullptr;
  between_hosts.costs.forget_bandwidth_below(cost.host_level);  // copies inside hosts share no link
  Work work(tree, mapping, cost);
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) work.add(source, entry);
  }
  for (const GroupTraffic& group : affinity.groups()) work.add(group);
  return {after_burst(predict_by(affinity, tree, mapping, between_hosts).busiest, cost), work.most()};
}

}  // namespace topomorph::evaluation
