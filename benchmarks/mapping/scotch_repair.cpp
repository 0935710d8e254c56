// Makes Scotch's mappings valid at little cost: what anybody would do who has to use them one role per slot.
#include <optional>
#include <set>

#include <fmt/format.h>

#include "benchmarks/mapping/scotch_files.h"
#include "core/affinity/undirected.h"
#include "core/support/error.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::size_t kSlotsTried = 64;

class Repair {
 public:
  Repair(Mapping& mapping, const Affinity& affinity, const TreeTopology& tree, std::uint64_t capacity)
      : mapping_(mapping), graph_(both_directions(affinity)), tree_(tree), capacity_(capacity), members_(tree.slots()) {
    for (Role role = 0; role < mapping.size(); ++role) members_[mapping[role]].push_back(role);
    for (Slot slot = 0; slot < tree.slots(); ++slot) {
      if (members_[slot].size() < capacity) free_.insert(free_.end(), slot);
    }
  }

  std::uint64_t run() {
    std::uint64_t moved = 0;
    for (Slot slot = 0; slot < tree_.slots(); ++slot) {
      for (; members_[slot].size() > capacity_; ++moved) move_one_from(slot);
    }
    return moved;
  }

 private:
  using Candidates = std::pair<std::set<Slot>::const_iterator, std::set<Slot>::const_iterator>;

  /// The free slots of the smallest subtree around `slot` that has any.
  Candidates nearest_free(Slot slot) const {
    for (std::size_t level = 1; level <= tree_.levels(); ++level) {
      const std::vector<Slot>& begin = tree_.level(level).begin;
      const std::size_t node = tree_.node_of(level, slot);
      const Candidates found{free_.lower_bound(begin[node]), free_.lower_bound(begin[node + 1])};
      if (found.first != found.second) return found;
    }
    throw InputError(fmt::format("{} roles do not fit on {} slots of {}", mapping_.size(), tree_.slots(), capacity_));
  }

  Cost cost(Role role, Slot slot) const {
    Cost sum = 0;
    for (const AffinityEntry& entry : graph_.row(role)) {
      sum += Cost{entry.bytes} * tree_.distance(slot, mapping_[entry.destination]);
    }
    return sum;
  }

  void move_one_from(Slot from) {
    const auto [first, last] = nearest_free(from);
    Role best_role = 0;
    Slot best_slot = 0;
    std::optional<__int128> least;
    for (const Role role : members_[from]) {
      const Cost now = cost(role, from);
      std::size_t tried = 0;
      for (auto slot = first; slot != last && tried < kSlotsTried; ++slot, ++tried) {
        const __int128 change = static_cast<__int128>(cost(role, *slot)) - static_cast<__int128>(now);
        if (least && *least <= change) continue;
        least = change;
        best_role = role;
        best_slot = *slot;
      }
    }
    move(best_role, from, best_slot);
  }

  void move(Role role, Slot from, Slot to) {
    std::erase(members_[from], role);
    members_[to].push_back(role);
    mapping_[role] = to;
    if (members_[to].size() >= capacity_) free_.erase(to);
  }

  Mapping& mapping_;
  const Affinity graph_;
  const TreeTopology& tree_;
  const std::uint64_t capacity_;
  std::vector<std::vector<Role>> members_;  // per slot
  std::set<Slot> free_;
};

}  // namespace

std::uint64_t repair(Mapping& mapping, const Affinity& affinity, const TreeTopology& tree, std::uint64_t capacity) {
  return Repair(mapping, affinity, tree, capacity).run();
}

}  // namespace topomorph::benchmarks
