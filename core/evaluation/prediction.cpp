// Predicts communication times from latencies and bandwidths, and the load of every link of a network.
#include "core/evaluation/prediction.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/evaluation/companions.h"
#include "core/model/groups.h"

namespace topomorph::evaluation {

namespace {

/// Bytes that enter and leave the nodes of one level.
struct Volumes {
  std::vector<std::uint64_t> in, out;
};

class Judge {
 public:
  Judge(const TreeTopology& tree, const Mapping& mapping) {
    for (std::size_t l = 0; l < tree.levels(); ++l) {
      auto& nodes = place_.emplace_back();
      for (const Slot slot : mapping) nodes.push_back(tree.node_of(l, slot));
      volumes_.push_back({std::vector<std::uint64_t>(tree.nodes(l)), std::vector<std::uint64_t>(tree.nodes(l))});
    }
  }

  /// Returns the lowest level on which the two roles share a node: levels() for the root, 0 for the same slot.
  std::size_t add(Role a, Role b, std::uint64_t bytes) {
    std::size_t l = 0;
    for (; l < place_.size() && place_[l][a] != place_[l][b]; ++l) {
      volumes_[l].out[place_[l][a]] += bytes;
      volumes_[l].in[place_[l][b]] += bytes;
    }
    return l;
  }

  /// Returns the seconds of all messages of a group.
  double add(const GroupTraffic& group, const TreeCosts& costs) {
    double seconds = 0;
    std::vector<std::uint64_t> closer = companions(group, [&](Role role) { return place_[0][role]; });
    for (std::size_t l = 0; l < place_.size(); ++l) {
      const std::size_t above = l + 1;
      add_volumes(group, l, closer);
      std::vector<std::uint64_t> there =
          companions(group, [&](Role role) { return above < place_.size() ? place_[above][role] : std::uint64_t{0}; });
      seconds += costs.levels[l].seconds(static_cast<double>(volume_between(group.messages, closer, there)),
                                         static_cast<double>(volume_between(group.bytes, closer, there)));
      closer = std::move(there);
    }
    return seconds;
  }

  BusiestLink busiest(const TreeCosts& costs) const {
    BusiestLink busiest;
    for (std::size_t l = 0; l < volumes_.size(); ++l) {
      for (std::size_t node = 0; node < volumes_[l].in.size(); ++node) {
        const std::uint64_t bytes = std::max(volumes_[l].in[node], volumes_[l].out[node]);
        const double seconds = static_cast<double>(bytes) / costs.uplink(l);
        if (seconds > busiest.seconds) busiest = {l, node, bytes, seconds};
      }
    }
    return busiest;
  }

 private:
  /// Adds what members send out of their nodes, and what they receive from members elsewhere.
  void add_volumes(const GroupTraffic& group, std::size_t l, const std::vector<std::uint64_t>& together) {
    const auto others = static_cast<double>(group.members.size() - 1);
    std::unordered_map<std::uint64_t, double> of_node;
    double all = 0;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      all += static_cast<double>(group.bytes[i]);
      of_node[place_[l][group.members[i]]] += static_cast<double>(group.bytes[i]);
    }
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      const std::uint64_t node = place_[l][group.members[i]];
      const auto elsewhere = static_cast<double>(group.members.size() - together[i]);
      volumes_[l].out[node] += static_cast<std::uint64_t>(static_cast<double>(group.bytes[i]) * elsewhere / others);
      volumes_[l].in[node] += static_cast<std::uint64_t>((all - of_node[node]) / others);
    }
  }

  std::vector<std::vector<std::uint64_t>> place_;  // [level][role]: slot, then node of each level below the root
  std::vector<Volumes> volumes_;
};

}  // namespace

Prediction predict(const Affinity& affinity, const TreeTopology& tree, const Mapping& mapping, const TreeCosts& costs) {
  Judge judge(tree, mapping);
  Prediction prediction;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source) continue;
      const std::size_t level = judge.add(source, entry.destination, entry.bytes);
      if (level == 0) continue;  // the same slot
      prediction.seconds +=
          costs.levels[level - 1].seconds(static_cast<double>(entry.messages), static_cast<double>(entry.bytes));
    }
  }
  for (const GroupTraffic& group : affinity.groups()) prediction.seconds += judge.add(group, costs);
  prediction.busiest = judge.busiest(costs);
  return prediction;
}

Prediction predict(const Affinity& affinity, const Topology& topology, const Mapping& mapping,
                   const LinkCost& per_distance, const Routing* routing) {
  if (!affinity.groups().empty()) {
    return predict(evaluation_pairs(affinity, mapping), topology, mapping, per_distance, routing);
  }
  Prediction prediction;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      const auto distance = static_cast<double>(topology.distance(mapping[source], mapping[entry.destination]));
      const auto messages = static_cast<double>(entry.messages), bytes = static_cast<double>(entry.bytes);
      prediction.seconds += per_distance.seconds(messages * distance, bytes * distance);
    }
  }
  if (routing == nullptr) return prediction;
  const LinkLoads loads = link_loads(affinity, *routing, mapping);
  if (loads.busiest.empty()) return prediction;
  const LinkLoad& busiest = loads.busiest.front();
  prediction.busiest = {0, 0, busiest.bytes, busiest.load() / per_distance.bandwidth, routing->name(busiest.link)};
  return prediction;
}

namespace {

LinkTable<std::uint64_t> bytes_of_links(const Affinity& affinity, const Routing& routing, const Mapping& mapping) {
  LinkTable<std::uint64_t> bytes(routing.links());
  std::vector<Link> path;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.bytes == 0 || mapping[source] == mapping[entry.destination]) continue;
      path.clear();
      routing.route(mapping[source], mapping[entry.destination], path);
      for (const Link link : path) bytes[link] += entry.bytes;  // no overflow: all bytes together fit 64 bits
    }
  }
  return bytes;
}

bool busier(const LinkLoad& a, const LinkLoad& b) {
  return a.load() != b.load() ? a.load() > b.load() : a.link < b.link;
}

}  // namespace

LinkLoads link_loads(const Affinity& affinity, const Routing& routing, const Mapping& mapping, std::size_t listed) {
  if (!affinity.groups().empty()) return link_loads(evaluation_pairs(affinity, mapping), routing, mapping, listed);
  LinkLoads loads;
  loads.links = routing.links();
  bytes_of_links(affinity, routing, mapping).for_each([&](Link link, std::uint64_t bytes) {
    if (bytes == 0) return;
    ++loads.used;
    loads.bytes += bytes;
    loads.most_bytes = std::max(loads.most_bytes, bytes);
    loads.busiest.push_back({link, bytes, routing.bandwidth(link)});
  });
  const std::size_t kept = std::min(listed, loads.busiest.size());
  std::partial_sort(loads.busiest.begin(), loads.busiest.begin() + static_cast<std::ptrdiff_t>(kept),
                    loads.busiest.end(), busier);
  loads.busiest.resize(kept);
  loads.busiest.shrink_to_fit();
  return loads;
}

}  // namespace topomorph::evaluation
