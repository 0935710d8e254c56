// The limits of a problem, as the searches use them: of places, loads, speeds, pins and confinement.
#include "core/mapping/slots/limits.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max() / 4;

/// Returns the load that a slot of this speed does in the time. The margin is for rounding: with one role per slot the
/// bound is exact.
std::int64_t room_in(double time, double speed) {
  return static_cast<std::int64_t>(std::floor(time * speed * (1 + 1e-12)));
}

std::vector<std::int64_t> checked(const std::vector<std::uint64_t>& values, std::uint64_t count, const char* what,
                                  const char* of) {
  if (values.empty()) return std::vector<std::int64_t>(count, 1);
  if (values.size() != count) {
    throw InputError(fmt::format("found {} {} for {} {}, expected one for each", values.size(), what, count, of));
  }
  unsigned __int128 sum = 0;
  for (const std::uint64_t value : values) sum += value;
  if (sum > static_cast<unsigned __int128>(kUnlimited)) {
    throw InputError(fmt::format("found {} whose sum is above {}, expected less", what, kUnlimited));
  }
  return {values.begin(), values.end()};
}

/// Places the roles that are bound to few slots first, then the longest ones.
class LongestFirst {
 public:
  /// If not `balanced`, takes any slot with a place.
  LongestFirst(Limits& limits, const std::vector<std::int64_t>& speeds, bool balanced)
      : limits_(limits), speeds_(speeds), balanced_(balanced), occupancy_(limits, speeds.size()) {}

  double run(std::vector<Vertex>& slot_of) {
    auto order = successive<Vertex>(limits_.load.size());
    const auto width = [&](Vertex v) { return limits_.allowed[v].size(); };
    std::stable_sort(order.begin(), order.end(), [&](Vertex a, Vertex b) {
      return width(a) != width(b) ? width(a) < width(b) : limits_.load[a] > limits_.load[b];
    });
    for (const Vertex v : order) place(v);
    slot_of = occupancy_.slots();
    double slowest = 0;
    for (Slot slot = 0; slot < speeds_.size(); ++slot) {
      slowest = std::max(slowest, static_cast<double>(occupancy_.load(slot)) / static_cast<double>(speeds_[slot]));
    }
    return slowest;
  }

 private:
  /// Takes O(slots). A heap would be faster, but little time is spent here.
  void place(Vertex v) {
    const bool anywhere = limits_.allowed[v].size() == speeds_.size();
    if (!balanced_ && anywhere) {
      while (first_free_ < speeds_.size() && !occupancy_.has_place(first_free_)) ++first_free_;
      if (first_free_ < speeds_.size()) return occupancy_.put(v, first_free_);
    }
    Slot best = speeds_.size();
    double least = 0;
    for (Slot slot = limits_.allowed[v].begin; slot < limits_.allowed[v].end; ++slot) {
      if (!occupancy_.has_place(slot)) continue;
      const double done =
          static_cast<double>(occupancy_.load(slot) + limits_.load[v]) / static_cast<double>(speeds_[slot]);
      if (best == speeds_.size() || done < least) {
        best = slot;
        least = done;
      }
    }
    if (best == speeds_.size()) {
      if (!occupancy_.push_in(v)) {
        refuse_crowding(v, limits_.allowed[v]);
      }
    } else {
      occupancy_.put(v, best);
    }
  }

  Limits& limits_;
  const std::vector<std::int64_t>& speeds_;
  bool balanced_;
  Slot first_free_ = 0;
  Occupancy occupancy_;
};

bool is_uniform(const Problem& problem) {
  const Sharing& sharing = problem.options.sharing;
  return sharing.loads.empty() && sharing.speeds.empty() && sharing.confined.empty() && problem.options.pinned.empty();
}

/// Does what LongestFirst does with equal roles on equal slots, but at once, and keeps neighbouring roles together.
double deal_equal_roles(const Limits& limits, std::uint64_t slots, std::vector<Vertex>& slot_of) {
  const std::uint64_t roles = limits.load.size();
  slot_of.resize(roles);
  for (std::uint64_t role = 0; role < roles; ++role)
    slot_of[role] = static_cast<Vertex>(role * slots / std::max(roles, slots));
  return static_cast<double>((roles + slots - 1) / slots);
}

}  // namespace

std::vector<Interval> allowed_slots(const Problem& problem) {
  const std::uint64_t roles = problem.affinity.roles(), slots = problem.topology.slots();
  std::vector<Interval> allowed(roles, {0, slots});
  for (const PinnedRole& pin : problem.options.pinned) allowed[pin.role] = {pin.slot, pin.slot + 1};
  for (const ConfinedRole& confined : problem.options.sharing.confined) {
    if (confined.role >= roles || confined.end > slots || confined.begin >= confined.end) {
      throw InputError(
          fmt::format("found role {} confined to slots {} to {}, expected a role below {} and slots below {}",
                      confined.role, confined.begin, confined.end - 1, roles, slots));
    }
    Interval& here = allowed[confined.role];
    here = {std::max(here.begin, confined.begin), std::min(here.end, confined.end)};
    if (here.begin >= here.end) {
      throw InputError(
          fmt::format("found role {} confined to parts of the machine that have no slot in common", confined.role));
    }
  }
  return allowed;
}

Limits limits_of(const Problem& problem, std::vector<Vertex>& feasible) {
  const Sharing& sharing = problem.options.sharing;
  const std::uint64_t slots = problem.topology.slots();
  Limits limits{allowed_slots(problem), checked(sharing.loads, problem.affinity.roles(), "loads", "roles"),
                std::vector<std::int64_t>(slots, kUnlimited), sharing.roles_per_slot};
  const std::vector<std::int64_t> speeds = checked(sharing.speeds, slots, "speeds", "slots");
  if (std::find(speeds.begin(), speeds.end(), 0) != speeds.end()) throw InputError("found a speed of 0, expected more");
  const bool balanced = sharing.imbalance || !sharing.loads.empty() || !sharing.speeds.empty();
  const double found = is_uniform(problem) ? deal_equal_roles(limits, slots, feasible)
                                           : LongestFirst(limits, speeds, balanced).run(feasible);
  if (!balanced) return limits;

  const auto total = static_cast<double>(std::accumulate(limits.load.begin(), limits.load.end(), std::int64_t{0}));
  const auto speed = static_cast<double>(std::accumulate(speeds.begin(), speeds.end(), std::int64_t{0}));
  const double share = sharing.imbalance.value_or(limits.are_alone() ? 0 : kCapacitated.usual_imbalance);
  const double bound = limits.are_alone() ? found : total / speed;
  const double time = std::max(bound * (1 + share), found);
  for (Slot slot = 0; slot < slots; ++slot) limits.capacity[slot] = room_in(time, static_cast<double>(speeds[slot]));
  return limits;
}

namespace {

using EndOfRole = std::pair<Slot, Role>;  // the end of the role's slots, the role

/// Roles that may not have all slots, in the order in which their slots begin.
std::vector<Role> confined_roles(std::span<const Interval> allowed, std::uint64_t slots) {
  std::vector<Role> roles;
  for (Role role = 0; role < allowed.size(); ++role) {
    if (allowed[role].size() < slots) roles.push_back(role);
  }
  std::stable_sort(roles.begin(), roles.end(), [&](Role a, Role b) { return allowed[a].begin < allowed[b].begin; });
  return roles;
}

}  // namespace

void refuse_crowding(Role role, const Interval& allowed) {
  throw InputError(fmt::format("found no room for role {}: too many roles are confined to slots {} to {}", role,
                               allowed.begin, allowed.end - 1));
}

std::optional<Role> role_without_room(std::span<const Interval> allowed, std::uint64_t slots, std::uint64_t places) {
  const std::vector<Role> roles = confined_roles(allowed, slots);
  std::priority_queue<EndOfRole, std::vector<EndOfRole>, std::greater<>> waiting;
  Slot slot = 0;
  for (std::size_t next = 0; next < roles.size() || !waiting.empty(); ++slot) {
    if (waiting.empty()) slot = std::max(slot, allowed[roles[next]].begin);
    for (; next < roles.size() && allowed[roles[next]].begin <= slot; ++next) {
      waiting.emplace(allowed[roles[next]].end, roles[next]);
    }
    for (std::uint64_t place = 0; place < places && !waiting.empty(); ++place) {
      if (waiting.top().first <= slot) return waiting.top().second;
      waiting.pop();
    }
  }
  return std::nullopt;
}

}  // namespace topomorph::mapping
