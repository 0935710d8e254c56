// Improves a mapping that keeps local ranks, by exchanges of two roles between hosts.
#include "core/mapping/local_ranks/host_exchanges.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/mapping/search/layout.h"

namespace topomorph::mapping {

namespace {

/// Up to so many roles every pair of them is tried, in some hundredths of a second.
constexpr std::uint64_t kFewRoles = 64;
/// Entries of the affinity that one descent looks at before it ends: a second or two. So many of all restarts together,
/// and no other begins: some hundredths of a second.
constexpr std::uint64_t kMostWork = 100'000'000, kWorkOfRestarts = 2'000'000;
constexpr std::uint64_t kMostRestarts = 64;
/// Exchanges at random before a restart.
constexpr int kDisturbances = 4;
/// Rounds with many roles: later ones find hardly anything.
constexpr int kMostRounds = 8;

}  // namespace

/// Slots of roles that are dealt anew: for a moment two roles may be on one slot.
struct HostExchanges::Dealt {
  std::vector<Vertex> slot_of;

  const std::vector<Vertex>& slots() const { return slot_of; }
  void make(const Move& move) { slot_of[move.vertex] = move.to; }
};

/// Exact, however long the distances are.
struct HostExchanges::Distance {
  const Topology& topology;

  __int128 operator()(Vertex a, Vertex b) const { return static_cast<std::int64_t>(topology.distance(a, b)); }
};

/// A mapping, readable from both sides, and the change of its cost by an exchange.
class HostExchanges::State {
 public:
  State(const HostExchanges& search, const Mapping& mapping)
      : search_(search),
        dealt_{{mapping.begin(), mapping.end()}},
        layout_(search.graph_, dealt_, {*search.terms_.topology}),
        roles_(search.local_ranks_.roles_of(mapping)) {}

  Mapping mapping() const { return {dealt_.slot_of.begin(), dealt_.slot_of.end()}; }
  std::uint64_t work() const { return work_; }  ///< entries of the affinity whose distances were looked up so far
  std::size_t host_of(Role role) const { return search_.local_ranks_.host_of(dealt_.slot_of[role]); }
  std::span<const Role> roles(std::size_t host) const { return roles_[host]; }

  bool may_exchange(Role a, Role b) const {
    return host_of(a) != host_of(b) && !search_.pinned_[a] && !search_.pinned_[b];
  }

  /// Exchanges the roles; takes it back unless the cost falls. Returns whether it fell.
  bool try_exchange(Role a, Role b) {
    if (exchange(a, b) > 0) return true;
    exchange(b, a);
    return false;
  }

  /// Exchanges the roles, which are on different hosts. Returns what that saves.
  __int128 exchange(Role a, Role b) {
    const std::size_t host_a = host_of(a), host_b = host_of(b);
    return replace(host_a, a, b) + replace(host_b, b, a);
  }

  /// Returns the whole cost, times 2.
  __int128 cost() const {
    __int128 cost = 0;
    for (Vertex role = 0; role < dealt_.slot_of.size(); ++role) cost += layout_.cost_of(role);
    return cost;
  }

  /// Returns whether the roles alone, without the others of their hosts, would cost less in each other's places.
  bool seems_better(Role a, Role b) {
    work_ += 2 * (search_.entries_[a] + search_.entries_[b]);
    return layout_.saved_by({static_cast<Vertex>(a), dealt_.slot_of[b], static_cast<Vertex>(b)}, 0) > 0;
  }

 private:
  /// Puts `in` in the place of `out` among the roles of the host, and deals its roles to its slots anew. Returns what
  /// that saves.
  __int128 replace(std::size_t host, Role out, Role in) {
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
    const std::span<const Slot> slots = search_.local_ranks_.slots(host);
    __int128 saved = 0;
    for (auto role = std::min(from, to); role <= std::max(from, to); ++role) {
      work_ += 2 * search_.entries_[*role];
      const Slot slot = slots[static_cast<std::size_t>(role - roles.begin())];
      saved += layout_.put(static_cast<Vertex>(*role), static_cast<Vertex>(slot));
    }
    return saved;
  }

  const HostExchanges& search_;
  Dealt dealt_;
  Layout<Dealt, Distance> layout_;
  std::vector<std::vector<Role>> roles_;  // of each host, ascending
  std::uint64_t work_ = 0;
};

HostExchanges::HostExchanges(const evaluation::CostTerms& terms, const LocalRanks& local_ranks,
                             const MapOptions& options, const Deadline& deadline)
    : terms_(terms),
      local_ranks_(local_ranks),
      options_(options),
      deadline_(deadline),
      graph_(scaled_graph(*terms.affinity, terms.weight, terms.affinity->roles(), kLargestSum)),
      entries_(terms.affinity->roles(), 0),
      pinned_(terms.affinity->roles(), 0) {
  for (Role source = 0; source < terms.affinity->roles(); ++source) {
    for (const AffinityEntry& entry : terms.affinity->row(source)) {
      if (entry.destination != source) ++entries_[source], ++entries_[entry.destination];
    }
  }
  for (const PinnedRole& pin : options.pinned) pinned_[pin.role] = 1;
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
  for (const Edge& edge : graph_.row(static_cast<Vertex>(role))) hosts.push_back(state.host_of(edge.to));
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
  __int128 least = State(*this, mapping).cost();
  Random random(options_.seed);
  std::uint64_t work = 0;
  for (std::uint64_t i = 0; i < kMostRestarts && work < kWorkOfRestarts && !deadline_.passed(); ++i) {
    State other(*this, mapping);
    for (int k = 0; k < kDisturbances; ++k) {
      const Role a = random.below(pinned_.size()), b = random.below(pinned_.size());
      if (other.may_exchange(a, b)) other.exchange(a, b);
    }
    descend(other);
    work += other.work();
    if (other.cost() >= least) continue;
    least = other.cost();
    mapping = other.mapping();
  }
}

}  // namespace topomorph::mapping
