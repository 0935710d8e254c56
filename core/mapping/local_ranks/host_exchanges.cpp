// Improves a mapping that keeps local ranks, by exchanges of two roles between hosts.
#include "core/mapping/local_ranks/host_exchanges.h"

#include <algorithm>

#include "core/base/random.h"

namespace topomorph::mapping {

namespace {

/// Up to so many roles every pair of them is tried, in some hundredths of a second.
constexpr std::uint64_t kFewRoles = 64;
/// Distances that one descent looks up before it ends: a second or two. So many of all restarts together, and no other
/// begins: some hundredths of a second.
constexpr std::uint64_t kMostWork = 100'000'000, kWorkOfRestarts = 2'000'000;
constexpr std::uint64_t kMostRestarts = 64;
/// Exchanges at random before a restart.
constexpr int kDisturbances = 4;
/// Rounds with many roles: later ones find hardly anything.
constexpr int kMostRounds = 8;

}  // namespace

/// A mapping, readable from both sides, and the change of its cost by an exchange.
class HostExchanges::State {
 public:
  State(const HostExchanges& search, Mapping mapping)
      : search_(&search),
        mapping_(std::move(mapping)),
        roles_(search.local_ranks_.roles_of(mapping_)),
        moved_(mapping_.size(), 0) {}

  const Mapping& mapping() const { return mapping_; }
  std::uint64_t work() const { return work_; }  ///< distances looked up so far
  std::size_t host_of(Role role) const { return search_->local_ranks_.host_of(mapping_[role]); }
  std::span<const Role> roles(std::size_t host) const { return roles_[host]; }

  bool may_exchange(Role a, Role b) const {
    return host_of(a) != host_of(b) && !search_->pinned_[a] && !search_->pinned_[b];
  }

  /// Exchanges the roles; takes it back unless the cost falls. Returns whether it fell.
  bool try_exchange(Role a, Role b) {
    if (exchange(a, b) < 0) return true;
    exchange(b, a);
    return false;
  }

  /// Exchanges the roles, which are on different hosts. Returns the change of the cost, times 2.
  __int128 exchange(Role a, Role b) {
    const std::size_t host_a = host_of(a), host_b = host_of(b);
    changed_.clear();
    replace(host_a, a, b);
    replace(host_b, b, a);
    for (const Move& move : changed_) work_ += 2 * search_->row(move.role).size();
    const __int128 before = cost_of_moved();
    for (const Move& move : changed_) mapping_[move.role] = move.slot;
    const __int128 after = cost_of_moved();
    for (const Move& move : changed_) moved_[move.role] = 0;
    return after - before;
  }

  /// Returns the whole cost, times 2.
  __int128 cost() const {
    __int128 cost = 0;
    for (Role role = 0; role < mapping_.size(); ++role) {
      for (const Neighbour& next : search_->row(role)) {
        cost += __int128{next.volume} * distance(mapping_[role], mapping_[next.role]);
      }
    }
    return cost;
  }

  /// Returns whether the roles alone, without the others of their hosts, would cost less in each other's places.
  bool seems_better(Role a, Role b) {
    work_ += 2 * (search_->row(a).size() + search_->row(b).size());
    const Slot slot_a = mapping_[a], slot_b = mapping_[b];
    const auto cost_on = [&](Role role, Slot slot, Role other) {
      __int128 cost = 0;
      for (const Neighbour& next : search_->row(role)) {
        if (next.role != other) cost += __int128{next.volume} * distance(slot, mapping_[next.role]);
      }
      return cost;
    };
    return cost_on(a, slot_b, b) + cost_on(b, slot_a, a) < cost_on(a, slot_a, b) + cost_on(b, slot_b, a);
  }

 private:
  struct Move {
    Role role = 0;
    Slot slot = 0;
  };

  std::int64_t distance(Slot a, Slot b) const {
    return static_cast<std::int64_t>(search_->terms_.topology->distance(a, b));
  }

  /// Puts `in` in the place of `out` among the roles of the host, and notes which roles get another slot.
  void replace(std::size_t host, Role out, Role in) {
    std::vector<Role>& roles = roles_[host];
    const auto from = std::lower_bound(roles.begin(), roles.end(), out);
    auto to = std::lower_bound(roles.begin(), roles.end(), in);
    if (to > from) {
      std::move(from + 1, to, from);
      --to;
    } else {
      std::move_backward(to, from, from + 1);
    }
    *to = in;
    const std::span<const Slot> slots = search_->local_ranks_.slots(host);
    for (auto role = std::min(from, to); role <= std::max(from, to); ++role) {
      changed_.push_back({*role, slots[static_cast<std::size_t>(role - roles.begin())]});
      moved_[*role] = 1;
    }
  }

  /// Returns the cost of the moved roles, times 2: a pair of them is met twice, another pair once.
  __int128 cost_of_moved() const {
    __int128 cost = 0;
    for (const Move& move : changed_) {
      for (const Neighbour& next : search_->row(move.role)) {
        const __int128 part = __int128{next.volume} * distance(mapping_[move.role], mapping_[next.role]);
        cost += moved_[next.role] != 0 ? part : 2 * part;
      }
    }
    return cost;
  }

  const HostExchanges* search_;  // a pointer, because states are assigned
  Mapping mapping_;
  std::vector<std::vector<Role>> roles_;  // of each host, ascending
  std::vector<char> moved_;               // by role: whether it is in changed_
  std::vector<Move> changed_;
  std::uint64_t work_ = 0;
};

HostExchanges::HostExchanges(const evaluation::CostTerms& terms, const LocalRanks& local_ranks,
                             const MapOptions& options, const Deadline& deadline)
    : terms_(terms),
      local_ranks_(local_ranks),
      options_(options),
      deadline_(deadline),
      begin_(terms.affinity->roles() + 1, 0),
      pinned_(terms.affinity->roles(), 0) {
  const std::uint64_t roles = terms.affinity->roles();
  const auto each_pair = [&](const auto& take) {
    for (Role source = 0; source < roles; ++source) {
      for (const AffinityEntry& entry : terms.affinity->row(source)) {
        if (entry.destination != source) take(source, entry.destination, volume_of(entry, terms.weight));
      }
    }
  };
  each_pair([&](Role a, Role b, std::uint64_t) { ++begin_[a + 1], ++begin_[b + 1]; });
  for (Role role = 0; role < roles; ++role) begin_[role + 1] += begin_[role];
  neighbours_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  each_pair([&](Role a, Role b, std::uint64_t volume) {
    neighbours_[next[a]++] = {b, volume};
    neighbours_[next[b]++] = {a, volume};
  });
  for (const PinnedRole& pin : options.pinned) pinned_[pin.role] = 1;
}

std::span<const HostExchanges::Neighbour> HostExchanges::row(Role role) const {
  return std::span(neighbours_).subspan(begin_[role], begin_[role + 1] - begin_[role]);
}

bool HostExchanges::has_few_roles() const { return pinned_.size() <= kFewRoles; }

bool HostExchanges::improve_role(State& state, Role role, std::uint64_t most_work) const {
  bool improved = false;
  if (has_few_roles()) {
    for (Role other = role + 1; other < pinned_.size() && state.work() < most_work; ++other) {
      improved |= state.may_exchange(role, other) && state.try_exchange(role, other);
    }
    return improved;
  }
  std::vector<std::size_t> hosts;
  for (const Neighbour& next : row(role)) hosts.push_back(state.host_of(next.role));
  std::sort(hosts.begin(), hosts.end());
  hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
  for (const std::size_t host : hosts) {
    if (deadline_.passed()) break;  // each role here takes as many distances as the role has neighbours
    const std::vector<Role> there(state.roles(host).begin(), state.roles(host).end());  // exchanges change the roles
    for (const Role other : there) {
      if (state.work() >= most_work) return improved;
      improved |= state.may_exchange(role, other) && state.seems_better(role, other) && state.try_exchange(role, other);
    }
  }
  return improved;
}

bool HostExchanges::improve_once(State& state, std::uint64_t most_work) const {
  bool improved = false;
  for (Role role = 0; role < pinned_.size() && state.work() < most_work && !deadline_.passed(); ++role) {
    improved |= improve_role(state, role, most_work);
  }
  return improved;
}

void HostExchanges::descend(State& state) const {
  const std::uint64_t most_work = state.work() + kMostWork;
  for (int round = 0; (has_few_roles() || round < kMostRounds) && improve_once(state, most_work);) ++round;
}

void HostExchanges::improve(Mapping& mapping) const {
  State state(*this, mapping);
  descend(state);
  mapping = state.mapping();
}

void HostExchanges::improve_by_restarts(Mapping& mapping) const {
  if (!has_few_roles()) return;
  State state(*this, mapping);
  Random random(options_.seed);
  std::uint64_t work = 0;
  for (std::uint64_t i = 0; i < kMostRestarts && work < kWorkOfRestarts && !deadline_.passed(); ++i) {
    State other = state;
    for (int k = 0; k < kDisturbances; ++k) {
      const Role a = random.below(pinned_.size()), b = random.below(pinned_.size());
      if (other.may_exchange(a, b)) other.exchange(a, b);
    }
    descend(other);
    work += other.work() - state.work();
    if (other.cost() < state.cost()) state = std::move(other);
  }
  mapping = state.mapping();
}

}  // namespace topomorph::mapping
