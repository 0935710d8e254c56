// Exchanging roles so that the busiest links of any network with routes get less to do.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/mapping/arcs.h"
#include "core/mapping/cost_model.h"
#include "core/mapping/deadline.h"
#include "core/mapping/random.h"
#include "core/topology/routing/link_table.h"

namespace topomorph {

namespace {

constexpr std::size_t kLinks = 32;      // relieved before the traffic is looked at again as a whole
constexpr std::size_t kMovers = 32;     // roles tried of those that use a link
constexpr std::size_t kPartners = 128;  // slots tried for each
constexpr Role kNobody = ~Role{0};

constexpr std::uint64_t kStepsOfARoute = 4;  // to find it, whatever its length

/// Links walked in all: about 10 ns each.
std::uint64_t work_of(Preset preset) {
  return preset == Preset::Fast ? 4'000'000 : preset == Preset::Default ? 40'000'000 : 1'000'000'000;
}

/// No busiest link has less to do, but for a thousandth: the pair that exchanges most takes one link at the least, which
/// is as fast as any.
double least_possible(const Affinity& affinity, const Routing& routing) {
  std::uint64_t most = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination != source) most = std::max(most, entry.bytes);
    }
  }
  constexpr std::uint64_t kMostLooked = std::uint64_t{1} << 24;
  if (routing.links() > kMostLooked) return 0;
  double bandwidth = 1e-300;
  for (Link link = 0; link < routing.links(); ++link) bandwidth = std::max(bandwidth, routing.bandwidth(link));
  return 1.001 * static_cast<double>(most) / bandwidth;
}

/// Bytes of all links under a mapping. What is to become small is a norm of their times, the root of the sum of their
/// sixteenth powers: almost the largest of them, but it also falls when one of several equal links is relieved.
class Traffics {
 public:
  Traffics(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const Mapping& mapping)
      : arcs_(arcs_of<std::uint64_t>(affinity)),
        routing_(routing),
        mapping_(mapping),
        role_on_(slots, kNobody),
        links_(routing.links()) {
    count();
  }

  /// The links with most to carry for their bandwidth, at most so many.
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

  /// Of each of these links the roles at both ends of what it carries, those with most of it first.
  std::vector<std::vector<Role>> users(const std::vector<Link>& links) {
    std::vector<std::vector<std::pair<std::uint64_t, Role>>> found(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) links_[links[i]].watched = i + 1;
    for (Role role = 0; role < mapping_.size(); ++role) {
      for (const auto& arc : arcs_[role]) {
        if (arc.out == 0) continue;
        for (const Link link : way(mapping_[role], mapping_[arc.other])) {
          const std::size_t watched = links_[link].watched;
          if (watched == 0) continue;
          found[watched - 1].push_back({arc.out, role});
          found[watched - 1].push_back({arc.out, arc.other});
        }
      }
    }
    for (const Link link : links) links_[link].watched = 0;
    std::vector<std::vector<Role>> roles;
    for (auto& of_link : found) roles.push_back(each_once(of_link));
    return roles;
  }

  Role role_on(Slot slot) const { return role_on_[slot]; }
  std::uint64_t walked() const { return walked_; }

  /// A slot beside a partner of the role's or beside a partner of such, or any.
  Slot goal(Role role, Random& random) const {
    const auto& arcs = arcs_[role];
    if (arcs.empty() || random.below(2) == 0) return random.below(role_on_.size());
    const Role partner = arcs[random.below(arcs.size())].other;
    const Role next = arcs_[partner][random.below(arcs_[partner].size())].other;
    const Slot slot = mapping_[random.below(2) == 0 ? partner : next] + random.below(5);
    return slot >= 2 && slot - 2 < role_on_.size() ? slot - 2 : mapping_[next];
  }

  /// Brings the role to the slot and whoever is there to the role's, unless badness() is then above `most`.
  bool exchange(Role role, Slot slot, double most) {
    const Slot from = mapping_[role];
    const Role other = role_on_[slot];
    if (slot == from) return false;
    move(role, from, slot, kNobody);
    if (other != kNobody) move(other, slot, from, role);  // what is between the two has gone with the first
    double sum = sum_, total = total_;
    for (const Link link : touched_) {
      const State& state = links_[link];
      if (state.delta == 0) continue;
      sum += power(state.seconds_with_delta()) - power(state.seconds());
      total += state.seconds_with_delta() - state.seconds();
    }
    if (badness_of(sum, total) > most) {
      forget();
      return false;
    }
    keep();
    put(role, slot, other, from);
    return true;
  }

  /// Almost the time of the busiest link, and a little more where more is on all links together.
  double badness() const { return badness_of(sum_, total_); }
  /// The time of the busiest link.
  double most() const {
    double most = 0;
    links_.for_each([&](Link, const State& state) { most = std::max(most, state.seconds()); });
    return most;
  }
  const Mapping& mapping() const { return mapping_; }

  void restore(const Mapping& mapping) {
    links_ = LinkTable<State>(routing_.links());
    mapping_ = mapping;
    count();
  }

 private:
  struct State {
    std::uint64_t bytes = 0, delta = 0;  // modulo 2^64: what is taken away is added, too
    double inverse = 0;                  // of the bandwidth; 0: not asked for yet
    std::size_t watched = 0;             // 1 more than its place in a list
    bool touched = false;

    double seconds() const { return static_cast<double>(bytes) * inverse; }
    double seconds_with_delta() const { return static_cast<double>(bytes + delta) * inverse; }
  };

  static std::vector<Role> each_once(std::vector<std::pair<std::uint64_t, Role>>& found) {
    std::sort(found.begin(), found.end(), std::greater<>());
    std::vector<Role> roles;
    for (const auto& [bytes, role] : found) {
      if (roles.size() < kMovers && std::find(roles.begin(), roles.end(), role) == roles.end()) roles.push_back(role);
    }
    return roles;
  }

  double power(double seconds) const {
    const double relative = seconds / reference_, second = relative * relative, fourth = second * second,
                 eighth = fourth * fourth;
    return eighth * eighth;
  }
  double badness_of(double sum, double total) const {
    constexpr double kShareOfTotal = 0.05;
    return std::pow(std::max(sum, 0.0), 1.0 / 16) * reference_ * (1 + kShareOfTotal * total / first_total_);
  }

  /// All traffic under the mapping.
  void count() {
    std::fill(role_on_.begin(), role_on_.end(), kNobody);
    for (Role role = 0; role < mapping_.size(); ++role) role_on_[mapping_[role]] = role;
    for (Role role = 0; role < mapping_.size(); ++role) {
      for (const auto& arc : arcs_[role]) send(mapping_[role], mapping_[arc.other], arc.out);
    }
    keep();
    reference_ = std::max(most(), 1e-300);
    sum_ = total_ = 0;
    links_.for_each([&](Link, const State& state) { sum_ += power(state.seconds()), total_ += state.seconds(); });
    if (first_total_ == 0) first_total_ = std::max(total_, 1e-300);
  }

  void put(Role role, Slot slot, Role other, Slot from) {
    std::swap(role_on_[from], role_on_[slot]);
    mapping_[role] = slot;
    if (other != kNobody) mapping_[other] = from;
  }

  const std::vector<Link>& way(Slot from, Slot to) {
    path_.clear();
    if (from != to) routing_.route(from, to, path_);
    walked_ += path_.size() + kStepsOfARoute;
    return path_;
  }

  void send(Slot from, Slot to, std::uint64_t bytes) {
    if (bytes == 0) return;
    for (const Link link : way(from, to)) {
      State& state = links_[link];
      if (!state.touched) touched_.push_back(link);
      state.touched = true;
      state.delta += bytes;
      if (state.inverse == 0) state.inverse = 1 / routing_.bandwidth(link);
    }
  }

  /// Who is on the slot `to` comes to `from`.
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

  std::vector<std::vector<Arc<std::uint64_t>>> arcs_;
  const Routing& routing_;
  Mapping mapping_;
  std::vector<Role> role_on_;
  LinkTable<State> links_;
  std::vector<Link> touched_, path_;
  std::uint64_t walked_ = 0;
  double reference_ = 1, sum_ = 0, total_ = 0, first_total_ = 0;
};

/// A search that also takes steps back, smaller and smaller ones, and then exchanges for the busiest links as long as
/// that relieves them.
class Relief {
 public:
  Relief(Traffics& traffics, const MapOptions& options, std::uint64_t roles, const Deadline& deadline)
      : traffics_(traffics),
        fixed_(roles, 0),
        deadline_(deadline),
        work_(work_of(options.preset)),
        random_(options.seed) {
    for (const PinnedRole& pin : options.pinned) fixed_[pin.role] = 1;
  }

  /// Until the busiest link has no more to do than `enough`.
  void run(double enough) {
    if (traffics_.most() <= enough) return;
    Mapping best = traffics_.mapping();
    double least = traffics_.badness();
    wander(enough, best, least);
    traffics_.restore(best);
    while (!over(work_) && round()) {
    }
  }

 private:
  bool over(std::uint64_t work) const { return traffics_.walked() > work || deadline_.passed(); }

  /// Three quarters of the work. `best` is the mapping of the least badness that was seen.
  void wander(double enough, Mapping& best, double& least) {
    constexpr double kFirstStep = 0.03;  // of the badness
    const std::uint64_t until = work_ / 4 * 3, begin = traffics_.walked();
    std::vector<Role> hot;
    for (std::uint64_t next_look = 0; !over(until);) {
      if (const std::uint64_t walked = traffics_.walked(); walked >= next_look) {
        if (traffics_.most() <= enough) return;
        hot = hot_roles();
        next_look = traffics_.walked() + kWalkedPerLook * (traffics_.walked() - walked);
      }
      if (hot.empty()) return;
      const Role role = random_.below(2) == 0 ? hot[random_.below(hot.size())] : random_.below(fixed_.size());
      const Slot slot = traffics_.goal(role, random_);
      if (!may_move(role, slot)) continue;
      const double left = 1 - static_cast<double>(traffics_.walked() - begin) / static_cast<double>(until - begin);
      const double chance = static_cast<double>(random_.below(1 << 20) + 1) / (1 << 20);
      const double step = kFirstStep * std::max(left, 0.0) * -std::log(chance);
      if (traffics_.exchange(role, slot, traffics_.badness() * (1 + step)) && traffics_.badness() < least) {
        least = traffics_.badness();
        best = traffics_.mapping();
      }
    }
  }

  bool may_move(Role role, Slot slot) const {
    const Role other = traffics_.role_on(slot);
    return !fixed_[role] && (other == kNobody || !fixed_[other]);
  }

  std::vector<Role> hot_roles() {
    std::vector<Role> hot;
    for (const auto& users : traffics_.users(traffics_.busiest(kLinks))) {
      hot.insert(hot.end(), users.begin(), users.end());
    }
    return hot;
  }

  /// Exchanges for the busiest links; false if none relieves any of them.
  bool round() {
    const std::vector<Link> links = traffics_.busiest(kLinks);
    bool relieved = false;
    for (const auto& users : traffics_.users(links)) relieved |= relieve(users);
    return relieved;
  }

  bool relieve(const std::vector<Role>& users) {
    constexpr double kLess = 1 - 1e-12;  // what is less is rounding
    bool relieved = false;
    for (const Role role : users) {
      for (std::size_t i = 0; i < kPartners && !over(work_); ++i) {
        const Slot slot = traffics_.goal(role, random_);
        if (!may_move(role, slot) || !traffics_.exchange(role, slot, traffics_.badness() * kLess)) continue;
        relieved = true;
        break;
      }
    }
    return relieved;
  }

  static constexpr std::uint64_t kWalkedPerLook = 16;  // trials walk so much more than the look at all traffic before

  Traffics& traffics_;
  std::vector<char> fixed_;
  const Deadline& deadline_;
  std::uint64_t work_;
  Random random_;
};

}  // namespace

void relieve_busiest_links(const Affinity& affinity, const Routing& routing, std::uint64_t slots,
                           const MapOptions& options, Mapping& mapping) {
  const Deadline deadline(options.time_limit);
  Traffics traffics(affinity, routing, slots, mapping);
  const double before = traffics.most();
  Relief(traffics, options, affinity.roles(), deadline).run(least_possible(affinity, routing));
  if (traffics.most() < before) mapping = traffics.mapping();
}

}  // namespace topomorph
