// Adds the time of the busiest link and of the busiest process.
#include "core/evaluation/static_time.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/evaluation/companions.h"
#include "core/model/groups.h"

namespace topomorph::evaluation {

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
  TreeCosts costs = cost.costs;  // the links inside hosts are none: copies do not share them
  for (std::size_t l = 0; l < std::min(cost.host_level, costs.levels.size()); ++l) {
    costs.levels[l].bandwidth = std::numeric_limits<double>::infinity();
  }
  Work work(tree, mapping, cost);
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) work.add(source, entry);
  }
  for (const GroupTraffic& group : affinity.groups()) work.add(group);
  return {after_burst(predict(affinity, tree, mapping, costs).busiest, cost), work.most()};
}

}  // namespace topomorph::evaluation
