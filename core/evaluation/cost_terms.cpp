// Expresses cost models as volumes of pairs of roles and distances of pairs of slots, for the mapper.
#include "core/evaluation/cost_terms.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/evaluation/evaluate.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::evaluation {

namespace {

constexpr std::uint64_t kFar = std::uint64_t{1} << 20;

/// A network whose places are about equally far from each other.
class FarPlaces final : public topology::OpaqueTopology {
 public:
  FarPlaces(const Topology& network, std::uint64_t far) : network_(network), far_(far) {}

  std::uint64_t slots() const override { return network_.slots(); }
  std::uint64_t distance(Slot a, Slot b) const override {
    return a == b ? 0 : far_ + std::min(network_.distance(a, b), far_ / 16);
  }
  std::string describe() const override { return network_.describe(); }

 private:
  const Topology& network_;
  std::uint64_t far_;
};

/// Returns distances that keep the order of levels inside hosts and are so large between hosts that nothing inside
/// outweighs them.
std::vector<std::uint64_t> far_levels(const TreeTopology& tree, std::size_t host_level) {
  std::vector<std::uint64_t> distances;
  for (std::size_t l = 1; l <= tree.levels(); ++l) distances.push_back(l <= host_level ? l : kFar * l);
  return distances;
}

/// Returns about the largest distance inside the machines of a network: between the first and the last slot.
std::uint64_t width_of_parts(const topology::ComposedTopology& composed) {
  std::uint64_t width = 1;
  for (const auto& part : composed.parts()) width = std::max(width, part->distance(0, part->slots() - 1));
  return std::min(width, std::uint64_t{1} << 32);
}

}  // namespace

std::vector<std::uint64_t> distances_in_time(const TreeCosts& costs, double messages, double bytes) {
  constexpr double kLeast = 16, kMost = 1e9;  // the shortest distance, which keeps ratios; limit of the longest
  const double unit = std::max(costs.levels.front().seconds(messages, bytes), 1e-300);
  std::vector<std::uint64_t> distances;
  for (const LinkCost& level : costs.levels) {
    distances.push_back(
        static_cast<std::uint64_t>(std::min(level.seconds(messages, bytes) / unit * kLeast, kMost) + 0.5));
  }
  return distances;
}

Affinity with_latency(const Affinity& affinity, const LinkCost& cost) {
  const double per_message = std::min(cost.latency * cost.bandwidth, 1e12);
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

std::shared_ptr<const Topology> with_far_hosts(const Topology& topology, std::size_t host_level) {
  using Result = std::shared_ptr<const Topology>;
  return topology::visit_shape(
      topology,
      [&](const TreeTopology& tree) -> Result {
        const std::size_t level = std::min(host_level, tree.levels());
        return std::make_shared<TreeTopology>(tree.with_distances(far_levels(tree, level)));
      },
      [&](const topology::ComposedTopology& composed) -> Result {
        auto network = std::make_shared<FarPlaces>(composed.network(), kFar * width_of_parts(composed));
        return std::make_shared<topology::ComposedTopology>(
            std::move(network), std::vector<Result>(composed.parts().begin(), composed.parts().end()));
      },
      [&](const topology::RestrictedTopology& part) -> Result {
        auto whole = with_far_hosts(part.whole(), host_level);
        if (!whole) return nullptr;
        return std::make_shared<topology::RestrictedTopology>(
            std::move(whole), std::vector<Slot>(part.kept().begin(), part.kept().end()));
      },
      [](const topology::NetworkTopology&) -> Result { return nullptr; });
}

namespace {

/// Returns the host of a slot, numbered as the topology numbers its parts.
std::uint64_t host_of(const Topology& topology, Slot slot, std::size_t host_level) {
  return topology::visit_shape(
      topology,
      [&](const TreeTopology& tree) -> std::uint64_t {
        return tree.node_of(std::min(host_level, tree.levels()), slot);
      },
      [&](const topology::ComposedTopology& composed) -> std::uint64_t { return composed.place_of(slot); },
      [&](const topology::RestrictedTopology& part) { return host_of(part.whole(), part.kept()[slot], host_level); },
      [](const topology::NetworkTopology& network) -> std::uint64_t {
        throw std::logic_error("between_hosts: hosts are not known in a " + network.describe());
      });
}

}  // namespace

double between_hosts(const Affinity& affinity, const Topology& topology, const Mapping& mapping, Weight weight,
                     std::size_t host_level) {
  std::vector<std::uint64_t> hosts;
  hosts.reserve(mapping.size());
  for (const Slot slot : mapping) hosts.push_back(host_of(topology, slot, host_level));
  return static_cast<double>(volume_of(crossing(affinity, hosts), weight));
}

namespace {

std::shared_ptr<const Affinity> borrowed_affinity(const Affinity& affinity) {
  return {std::shared_ptr<const Affinity>(), &affinity};
}

/// Expresses times on the levels of a tree.
CostTerms time_on_tree(const Affinity& affinity, const TreeTopology& tree, const CostOptions& cost) {
  const auto with_times = [&](double messages, double bytes) {
    return std::make_shared<TreeTopology>(tree.with_distances(distances_in_time(cost.costs, messages, bytes)));
  };
  if (cost.model == CostModel::Bottleneck) return {borrowed_affinity(affinity), with_times(0, 1)};
  const auto bytes = static_cast<double>(affinity.total_bytes());
  const auto messages = static_cast<double>(affinity.total_messages());
  return {std::make_shared<Affinity>(with_latency(affinity, cost.costs.levels.back())),
          with_times(messages, std::max(bytes, 1.0))};
}

}  // namespace

CostTerms terms_of(const Affinity& affinity, const Topology& topology, Weight weight, const CostOptions& cost) {
  const std::shared_ptr<const Affinity> volumes = borrowed_affinity(affinity);
  switch (cost.model) {
    case CostModel::HopBytes:
      return {volumes, borrowed(topology), weight};
    case CostModel::Bytes:
    case CostModel::Messages:
      return {volumes, far_hosts_or_throw(topology, cost), weight_of(cost.model)};
    case CostModel::AlphaBeta:
    case CostModel::Bottleneck:
      break;
  }
  if (const TreeTopology* tree = as_tree(topology)) return time_on_tree(affinity, *tree, cost);
  if (cost.model == CostModel::Bottleneck) return {volumes, borrowed(topology)};
  return {std::make_shared<Affinity>(with_latency(affinity, cost.per_distance)), borrowed(topology)};
}

}  // namespace topomorph::evaluation
