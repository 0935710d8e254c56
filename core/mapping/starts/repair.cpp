// Repairs mappings with several roles on some slots and none on others, as partitioners return them.
#include "core/mapping/starts/repair.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/formats.h"
#include "core/mapping/problem/parameters.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

namespace {

class Repair {
 public:
  Repair(Mapping& mapping, const Affinity& affinity, const Topology& topology,
         std::span<const std::uint64_t> capacities)
      : mapping_(mapping),
        graph_(formats::both_directions(affinity)),
        topology_(topology),
        tree_(as_tree(topology)),
        capacities_(capacities),
        members_(topology.slots()) {
    for (Role role = 0; role < mapping.size(); ++role) members_[mapping[role]].push_back(role);
    for (Slot slot = 0; slot < topology.slots(); ++slot) {
      if (members_[slot].size() < capacities[slot]) free_.insert(free_.end(), slot);
    }
  }

  std::uint64_t run() {
    std::uint64_t moved = 0;
    for (Slot slot = 0; slot < topology_.slots(); ++slot) {
      for (; members_[slot].size() > capacities_[slot]; ++moved) move_one_from(slot);
    }
    return moved;
  }

 private:
  /// Returns at most kScotch.repair_slots slots.
  std::vector<Slot> nearest_free(Slot slot) const {
    if (free_.empty()) {
      throw InputError(
          fmt::format("{} roles do not fit on {} slots of {}", mapping_.size(), topology_.slots(), room_of_slots()));
    }
    return tree_ != nullptr ? free_in_tree(slot) : free_at_least_distance(slot);
  }

  std::string room_of_slots() const {
    const auto [least, most] = std::minmax_element(capacities_.begin(), capacities_.end());
    return *least == *most ? fmt::format("{}", *most) : fmt::format("{} to {}", *least, *most);
  }

  /// Returns the free slots of the smallest subtree around `slot` that has any.
  std::vector<Slot> free_in_tree(Slot slot) const {
    std::vector<Slot> found;
    for (std::size_t level = 1; level <= tree_->levels() && found.empty(); ++level) {
      const std::vector<Slot>& begin = tree_->level(level).begin;
      const std::size_t node = tree_->node_of(level, slot);
      const auto last = free_.lower_bound(begin[node + 1]);
      for (auto it = free_.lower_bound(begin[node]); it != last && found.size() < kScotch.repair_slots; ++it) {
        found.push_back(*it);
      }
    }
    return found;
  }

  std::vector<Slot> free_at_least_distance(Slot slot) const {
    std::vector<Slot> found;
    std::uint64_t least = 0;
    for (const Slot free : free_) {
      const std::uint64_t distance = topology_.distance(slot, free);
      if (found.empty() || distance < least) found.clear(), least = distance;
      if (distance == least && found.size() < kScotch.repair_slots) found.push_back(free);
    }
    return found;
  }

  Cost cost(Role role, Slot slot) const {
    Cost sum = 0;
    for (const AffinityEntry& entry : graph_.row(role)) {
      sum += Cost{entry.bytes} * topology_.distance(slot, mapping_[entry.destination]);
    }
    return sum;
  }

  void move_one_from(Slot from) {
    const std::vector<Slot> free = nearest_free(from);
    Role best_role = 0;
    Slot best_slot = 0;
    std::optional<__int128> least;
    for (const Role role : members_[from]) {
      const Cost now = cost(role, from);
      for (const Slot slot : free) {
        const __int128 change = static_cast<__int128>(cost(role, slot)) - static_cast<__int128>(now);
        if (least && *least <= change) continue;
        least = change;
        best_role = role;
        best_slot = slot;
      }
    }
    move(best_role, from, best_slot);
  }

  void move(Role role, Slot from, Slot to) {
    std::erase(members_[from], role);
    members_[to].push_back(role);
    mapping_[role] = to;
    if (members_[to].size() >= capacities_[to]) free_.erase(to);
  }

  Mapping& mapping_;
  const Affinity graph_;
  const Topology& topology_;
  const TreeTopology* tree_;                         // null if the topology is no tree
  const std::span<const std::uint64_t> capacities_;  // by slot
  std::vector<std::vector<Role>> members_;           // by slot
  std::set<Slot> free_;
};

}  // namespace

std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology, std::uint64_t capacity) {
  return repair(mapping, affinity, topology, std::vector<std::uint64_t>(topology.slots(), capacity));
}

std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const Topology& topology,
                     std::span<const std::uint64_t> capacities) {
  return Repair(mapping, affinity, topology, capacities).run();
}

}  // namespace topomorph::mapping
