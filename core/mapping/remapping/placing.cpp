// Gives slots to the roles that have lost theirs.
#include "core/mapping/remapping/placing.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/successive.h"
#include "core/mapping/graph/queues.h"
#include "core/mapping/slots/occupancy.h"

namespace topomorph::mapping {

namespace {

class Placing {
 public:
  explicit Placing(const Relocation& problem)
      : problem_(problem), limits_(problem.limits), occupancy_(problem.limits, problem.metric.slots(), problem.home) {
    waiting_.reset(problem.roles());
    forget_full_slots();
  }

  std::optional<std::vector<Vertex>> run(const std::vector<Vertex>& wanted) {
    keep(wanted);
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      if (!has_slot(v)) waiting_.push(v, volume_to_placed(v));
    }
    for (const Vertex v : with_little_choice()) {
      if (!place(v)) return std::nullopt;
    }
    while (!waiting_.empty()) {
      if (!place(waiting_.top())) return std::nullopt;
    }
    return occupancy_.slots_of_roles();
  }

 private:
  bool has_slot(Vertex v) const { return occupancy_.slot_of(v) != kNoVertex; }

  void keep(const std::vector<Vertex>& wanted) {
    std::vector<std::vector<Vertex>> on(problem_.metric.slots());
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      if (wanted[v] != kNoVertex && occupancy_.may_be_on(v, wanted[v])) on[wanted[v]].push_back(v);
    }
    for (Vertex slot = 0; slot < on.size(); ++slot) {
      for (const Vertex v : fitting(std::move(on[slot]), limits_.capacity[slot])) occupancy_.put(v, slot);
    }
  }

  /// Returns the roles that may stay on a slot. Of too much work the shortest role that is long enough leaves, else the
  /// longest. Roles that may be nowhere else stay longest.
  std::vector<Vertex> fitting(std::vector<Vertex> roles, std::int64_t capacity) const {
    const auto is_bound = [&](Vertex v) { return limits_.is_bound(v); };
    std::stable_sort(roles.begin(), roles.end(), [&](Vertex a, Vertex b) {
      return std::make_tuple(is_bound(a), limits_.load[a]) < std::make_tuple(is_bound(b), limits_.load[b]);
    });
    std::int64_t load = 0;
    for (const Vertex v : roles) load += limits_.load[v];
    auto unbound = std::find_if(roles.begin(), roles.end(), is_bound) - roles.begin();
    while (!roles.empty() && load > capacity) {
      const auto end = roles.begin() + std::max<std::ptrdiff_t>(unbound--, 1);
      const auto enough = std::lower_bound(roles.begin(), end, load - capacity,
                                           [&](Vertex v, std::int64_t least) { return limits_.load[v] < least; });
      const auto leaving = enough == end ? end - 1 : enough;
      load -= limits_.load[*leaving];
      roles.erase(leaving);
    }
    const std::size_t stay = std::min<std::size_t>(roles.size(), limits_.places);
    roles.erase(roles.begin(), roles.end() - static_cast<std::ptrdiff_t>(stay));
    return roles;
  }

  EdgeWeight volume_to_placed(Vertex v) const {
    EdgeWeight volume = 0;
    for (const Edge& edge : problem_.graph.row(v)) {
      if (edge.to < problem_.roles() && has_slot(edge.to)) volume += edge.weight;
    }
    return volume;
  }

  /// Returns the roles that might find no room if they came last: confined ones, then, if loads differ, all.
  std::vector<Vertex> with_little_choice() const {
    const bool equal =
        std::adjacent_find(limits_.load.begin(), limits_.load.end(), std::not_equal_to<>()) == limits_.load.end();
    std::vector<Vertex> roles;
    for (Vertex v = 0; v < problem_.roles(); ++v) {
      const bool confined = limits_.allowed[v].size() < problem_.metric.slots();
      if (!has_slot(v) && (confined || !equal)) roles.push_back(v);
    }
    std::stable_sort(roles.begin(), roles.end(), [&](Vertex a, Vertex b) {
      return std::make_tuple(limits_.allowed[a].size(), -limits_.load[a]) <
             std::make_tuple(limits_.allowed[b].size(), -limits_.load[b]);
    });
    return roles;
  }

  bool place(Vertex v) {
    waiting_.remove(v);
    const Vertex slot = cheapest_slot(v);
    if (slot != kNoVertex) {
      occupancy_.put(v, slot);
    } else {
      if (!occupancy_.push_in(v)) return false;
      forget_full_slots();
    }
    for (const Edge& edge : problem_.graph.row(v)) {
      if (edge.to < problem_.roles() && waiting_.contains(edge.to)) waiting_.add(edge.to, edge.weight);
    }
    return true;
  }

  struct Cheapest {
    Vertex slot = kNoVertex;
    EdgeWeight cost = 0;
  };

  void forget_full_slots() { next_ = successive<Slot>(problem_.metric.slots() + 1); }

  /// Returns the first slot from here on that has a place, or the number of slots. Shortens the way for the next
  /// search: many roles without neighbours pass over the same full slots.
  Slot with_place(Slot slot) {
    const auto is_full = [&](Slot at) { return at < problem_.metric.slots() && !occupancy_.has_place(at); };
    Slot found = slot;
    while (next_[found] != found || is_full(found)) {
      if (next_[found] == found) ++next_[found];
      found = next_[found];
    }
    while (slot != found) slot = std::exchange(next_[slot], found);
    return found;
  }

  Vertex cheapest_slot(Vertex v) {
    return problem_.metric.with_distance([&](const auto& between) {
      Cheapest best;
      const auto look_at = [&](Vertex slot) {
        if (!occupancy_.fits(v, slot)) return;
        const EdgeWeight cost = cost_to_placed(problem_.graph, occupancy_.slots(), between, v, slot);
        if (best.slot == kNoVertex || cost < best.cost) best = {slot, cost};
      };
      if (problem_.metric.slots() > kRemapping.few_slots) {
        for (const Edge& edge : problem_.graph.row(v)) {
          const Vertex beside = occupancy_.slot_of(edge.to);
          if (beside == kNoVertex) continue;
          for (const Vertex slot : problem_.metric.near(beside)) look_at(slot);
        }
      }
      const Interval& allowed = limits_.allowed[v];
      for (Slot slot = with_place(allowed.begin); slot < allowed.end; slot = with_place(slot + 1)) {
        if (best.slot != kNoVertex && problem_.metric.slots() > kRemapping.few_slots) break;
        look_at(static_cast<Vertex>(slot));
      }
      return best.slot;
    });
  }

  const Relocation& problem_;
  const Limits& limits_;
  Occupancy occupancy_;
  GainHeap waiting_;        // roles without a slot, by their volume to placed ones
  std::vector<Slot> next_;  // of each slot: itself, or a later one up to which all slots are full
};

}  // namespace

std::optional<std::vector<Vertex>> placed_within_limits(const Relocation& problem, const std::vector<Vertex>& wanted) {
  return Placing(problem).run(wanted);
}

}  // namespace topomorph::mapping
