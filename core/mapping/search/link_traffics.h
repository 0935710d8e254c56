// Traffic of each role, and bytes of all links of a network, kept up to date when two roles exchange places.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/base/random.h"
#include "core/mapping/problem/parameters.h"
#include "core/mapping/search/route_table.h"
#include "core/model/affinity.h"
#include "core/model/mapping.h"
#include "core/model/routing.h"

namespace topomorph::mapping {

/// Volumes of both directions between one role and another.
template <typename Volume>
struct Arc {
  Role other = 0;
  Volume out = 0, in = 0;
};

/// Returns the arcs of each role. Each entry of the affinity is in two of them; traffic of a role with itself is left
/// out.
template <typename Volume>
std::vector<std::vector<Arc<Volume>>> arcs_of(const Affinity& affinity) {
  std::vector<std::vector<Arc<Volume>>> arcs(affinity.roles());
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination == source || entry.bytes == 0) continue;
      const auto bytes = static_cast<Volume>(entry.bytes);
      arcs[source].push_back({entry.destination, bytes, 0});
      arcs[entry.destination].push_back({source, 0, bytes});
    }
  }
  return arcs;
}

/// Bytes of all links under a mapping. The badness is the product of a norm of their times and the sum of their times.
/// The norm, the root of the sum of eighth powers, is almost the largest time, but it also falls when one of several
/// equal links is relieved. Without the sum the search gives up volume x distance for nothing: 18 to 52 % of it for the
/// same busiest link, and programs take up to 71 % longer.
class Traffics {
 public:
  Traffics(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const Mapping& mapping)
      : arcs_(merged(arcs_of<std::uint64_t>(affinity))),
        routing_(routing),
        routes_(routing, slots),
        mapping_(mapping),
        role_on_(slots, kNobody),
        links_(routing.links()) {
    count();
  }

  static constexpr Role kNobody = ~Role{0};

  /// Returns the links with the longest times, at most `count`.
  std::vector<Link> busiest(std::size_t count) const {
    std::vector<std::pair<double, Link>> found;
    links_.for_each([&](Link link, const State& state) {
      if (state.bytes > 0) found.push_back({-state.seconds(), link});
    });
    count = std::min(count, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end());
    std::vector<Link> links;
    for (std::size_t i = 0; i < count; ++i) links.push_back(found[i].second);
    return links;
  }

  /// Returns for each of these links the roles at both ends of its traffic, those with most of it first.
  std::vector<std::vector<Role>> users(const std::vector<Link>& links) {
    std::vector<std::vector<std::pair<std::uint64_t, Role>>> found(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) links_[links[i]].watched = i + 1;
    for (Role role = 0; role < mapping_.size(); ++role) {
      for (const auto& arc : arcs_[role]) {
        if (arc.out == 0) continue;
        walk(mapping_[role], mapping_[arc.other], [&](Link link) {
          const std::size_t watched = links_[link].watched;
          if (watched == 0) return;
          found[watched - 1].push_back({arc.out, role});
          found[watched - 1].push_back({arc.out, arc.other});
        });
      }
    }
    for (const Link link : links) links_[link].watched = 0;
    std::vector<std::vector<Role>> roles;
    for (auto& of_link : found) roles.push_back(each_once(of_link));
    return roles;
  }

  Role role_on(Slot slot) const { return role_on_[slot]; }
  std::uint64_t walked() const { return walked_; }

  /// Returns a slot beside a partner of the role, beside a partner of a partner, or any.
  Slot goal(Role role, Random& random) const {
    const auto& arcs = arcs_[role];
    if (arcs.empty() || random.below(kRelief.strays) == 0) return random.below(role_on_.size());
    const Role partner = arcs[random.below(arcs.size())].other;
    const Role next = arcs_[partner][random.below(arcs_[partner].size())].other;
    const Slot slot = mapping_[random.below(2) == 0 ? partner : next] + random.below(5);
    return slot >= 2 && slot - 2 < role_on_.size() ? slot - 2 : mapping_[next];
  }

  /// Moves the role to the slot, and the role that is there (if any) to the first role's, unless the badness grows by
  /// more than this share. Most exchanges fail because the sum of all times grows, which is known sooner than the norm:
  /// one that adds `screen` more to it than is allowed to the badness is not looked at further.
  bool exchange(Role role, Slot slot, double share, double screen) {
    const Slot from = mapping_[role];
    const Role other = role_on_[slot];
    if (slot == from) return false;
    if (routes_.keeps_costs()) {
      const double growth = growth_of_total(role, from, slot, other) + growth_of_total(other, slot, from, role);
      if (growth > (share + screen) * total_) return false;
    }
    move(role, from, slot, kNobody);
    if (other != kNobody) move(other, slot, from, role);  // without the arcs between the two
    double sum = sum_, total = total_;
    for (const Link link : touched_) {
      const State& state = links_[link];
      if (state.delta == 0) continue;
      sum += power(state.seconds_with_delta()) - power(state.seconds());
      total += state.seconds_with_delta() - state.seconds();
    }
    if (badness_of(sum, total) > (1 + share) * badness_of(sum_, total_)) {
      forget();
      return false;
    }
    keep();
    put(role, slot, other, from);
    return true;
  }

  /// Counts the badness anew, because differences add up to errors. Returns the time of the busiest link.
  double look() {
    reference_ = std::max(most(), 1e-300);
    sum_ = total_ = 0;
    links_.for_each([&](Link, const State& state) { sum_ += power(state.seconds()), total_ += state.seconds(); });
    return reference_;
  }
  /// Returns the time of the busiest link.
  double most() const {
    double most = 0;
    links_.for_each([&](Link, const State& state) { most = std::max(most, state.seconds()); });
    return most;
  }
  const Mapping& mapping() const { return mapping_; }

  void restart(const Mapping& mapping) {
    links_ = LinkTable<State>(routing_.links());
    mapping_ = mapping;
    count();
  }

 private:
  struct State {
    std::uint64_t bytes = 0, delta = 0;  // modulo 2^64, so that bytes are taken away by addition
    double inverse = 0;                  // 1 / bandwidth; 0: not known yet
    std::size_t watched = 0;             // 1 more than its index in a list
    bool touched = false;

    double seconds() const { return static_cast<double>(bytes) * inverse; }
    double seconds_with_delta() const { return static_cast<double>(bytes + delta) * inverse; }
  };

  using Arcs = std::vector<std::vector<Arc<std::uint64_t>>>;

  /// Makes one arc of those to the same role.
  static Arcs merged(Arcs arcs) {
    for (auto& row : arcs) {
      std::ranges::sort(row, {}, &Arc<std::uint64_t>::other);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i == 0 || row[i].other != row[kept - 1].other) {
          row[kept++] = row[i];
        } else {
          row[kept - 1].out += row[i].out, row[kept - 1].in += row[i].in;
        }
      }
      row.resize(kept);
    }
    return arcs;
  }

  static std::vector<Role> each_once(std::vector<std::pair<std::uint64_t, Role>>& found) {
    std::sort(found.begin(), found.end(), std::greater<>());
    std::vector<Role> roles;
    for (const auto& [bytes, role] : found) {
      if (roles.size() < kRelief.movers && std::find(roles.begin(), roles.end(), role) == roles.end())
        roles.push_back(role);
    }
    return roles;
  }

  double power(double seconds) const {
    const double relative = seconds / reference_, second = relative * relative, fourth = second * second;
    return fourth * fourth;
  }
  static double badness_of(double sum, double total) {
    return std::sqrt(std::sqrt(std::sqrt(std::max(sum, 0.0)))) * total;
  }

  /// Returns how much the sum of all times grows when a role (or nobody) moves, and another (or nobody) to its slot, if
  /// ways back cost what ways there do.
  double growth_of_total(Role role, Slot from, Slot to, Role other) {
    if (role == kNobody) return 0;
    const float *now = routes_.costs_from(from), *then = routes_.costs_from(to);
    double growth = 0;
    for (const auto& arc : arcs_[role]) {
      if (arc.other == other) continue;  // the two stay as far apart
      const Slot there = mapping_[arc.other];
      growth += static_cast<double>(arc.out + arc.in) * (then[there] - now[there]);
    }
    walked_ += arcs_[role].size();
    return growth;
  }

  /// Counts all traffic under the mapping.
  void count() {
    std::fill(role_on_.begin(), role_on_.end(), kNobody);
    for (Role role = 0; role < mapping_.size(); ++role) role_on_[mapping_[role]] = role;
    for (Role role = 0; role < mapping_.size(); ++role) {
      for (const auto& arc : arcs_[role]) send(mapping_[role], mapping_[arc.other], arc.out);
    }
    keep();
    look();
  }

  void put(Role role, Slot slot, Role other, Slot from) {
    std::swap(role_on_[from], role_on_[slot]);
    mapping_[role] = slot;
    if (other != kNobody) mapping_[other] = from;
  }

  template <typename Visit>
  void walk(Slot from, Slot to, Visit visit) {
    walked_ += routes_.walk(from, to, visit) + kRelief.steps_of_route;
  }

  void send(Slot from, Slot to, std::uint64_t bytes) {
    if (bytes == 0) return;
    walk(from, to, [&](Link link) {
      State& state = links_[link];
      if (!state.touched) touched_.push_back(link);
      state.touched = true;
      state.delta += bytes;
      if (state.inverse == 0) state.inverse = 1 / routing_.bandwidth(link);
    });
  }

  /// Adds the traffic of a role that moves from `from` to `to`; the role on `to` moves to `from`.
  void move(Role role, Slot from, Slot to, Role without) {
    for (const auto& arc : arcs_[role]) {
      if (arc.other == without) continue;
      const Slot there = mapping_[arc.other], after = there == to ? from : there;
      send(from, there, 0 - arc.out);
      send(there, from, 0 - arc.in);
      send(to, after, arc.out);
      send(after, to, arc.in);
    }
  }

  void keep() {
    for (const Link link : touched_) {
      State& state = links_[link];
      if (state.delta == 0) continue;
      sum_ += power(state.seconds_with_delta()) - power(state.seconds());
      total_ += state.seconds_with_delta() - state.seconds();
      state.bytes += state.delta;
    }
    forget();
  }
  void forget() {
    for (const Link link : touched_) links_[link].delta = 0, links_[link].touched = false;
    touched_.clear();
  }

  Arcs arcs_;
  const Routing& routing_;
  RouteTable routes_;
  Mapping mapping_;
  std::vector<Role> role_on_;
  LinkTable<State> links_;
  std::vector<Link> touched_;
  std::uint64_t walked_ = 0;
  double reference_ = 1, sum_ = 0, total_ = 0;
};

}  // namespace topomorph::mapping
