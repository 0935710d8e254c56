// Exchanging roles so that the busiest links of any network with routes get less to do.
#include <algorithm>
#include <functional>
#include <numeric>

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

/// Links walked in all: about 5 ns each.
std::uint64_t work_of(Preset preset) {
  return preset == Preset::Fast ? 20'000'000 : preset == Preset::Default ? 200'000'000 : 2'000'000'000;
}

/// Bytes of all links under a mapping. What is to become small is the sum of the eighth powers of their times: almost
/// the largest of them, but it also falls when one of several equal links is relieved.
class Traffics {
 public:
  Traffics(const Affinity& affinity, const Routing& routing, std::uint64_t slots, Mapping& mapping)
      : arcs_(arcs_of<std::uint64_t>(affinity)),
        routing_(routing),
        mapping_(mapping),
        role_on_(slots, kNobody),
        links_(routing.links()) {
    for (Role role = 0; role < mapping.size(); ++role) role_on_[mapping[role]] = role;
    for (Role role = 0; role < mapping.size(); ++role) {
      for (const auto& arc : arcs_[role]) send(mapping[role], mapping[arc.other], arc.out);
    }
    keep();
    for (const Link link : busiest(1)) reference_ = links_[link].seconds();
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

  double seconds(Link link) { return links_[link].seconds(); }
  Role role_on(Slot slot) const { return role_on_[slot]; }
  std::uint64_t walked() const { return walked_; }

  /// Slots beside the role's partners and beside the partners of these, then some of all, at random.
  std::vector<Slot> goals(Role role, Random& random) const {
    std::vector<Slot> slots;
    if (role_on_.size() <= kPartners) {
      slots.resize(role_on_.size());
      std::iota(slots.begin(), slots.end(), Slot{0});
      return slots;
    }
    const auto add = [&](Slot slot) {
      if (slot < role_on_.size() && slots.size() < kPartners / 2) slots.push_back(slot);
    };
    for (const auto& arc : arcs_[role]) {
      add(mapping_[arc.other] + 1);
      add(mapping_[arc.other] - 1);
      for (const auto& next : arcs_[arc.other]) add(mapping_[next.other]);
    }
    while (slots.size() < kPartners) slots.push_back(random.below(role_on_.size()));
    return slots;
  }

  /// Brings the role to the slot and whoever is there to the role's, if that relieves; nothing happens otherwise. No
  /// link may then be busier than `most`.
  bool exchange(Role role, Slot slot, double most) {
    constexpr double kLeast = 1e-9;  // changes below are rounding
    const Slot from = mapping_[role];
    const Role other = role_on_[slot];
    if (slot == from) return false;
    move(role, from, slot, kNobody);
    if (other != kNobody) move(other, slot, from, role);  // what is between the two has gone with the first
    double change = 0, busiest = 0;
    for (const Link link : touched_) {
      State& state = links_[link];
      const double after = state.seconds_with_delta();
      busiest = std::max(busiest, after);
      change += power(after) - power(state.seconds());
    }
    if (change > -kLeast || busiest > most) {
      forget();
      return false;
    }
    keep();
    std::swap(role_on_[from], role_on_[slot]);
    mapping_[role] = slot;
    if (other != kNobody) mapping_[other] = from;
    return true;
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
    const double relative = seconds / reference_, second = relative * relative, fourth = second * second;
    return fourth * fourth;
  }

  const std::vector<Link>& way(Slot from, Slot to) {
    path_.clear();
    if (from != to) routing_.route(from, to, path_);
    walked_ += path_.size() + 1;
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
    for (const Link link : touched_) links_[link].bytes += links_[link].delta;
    forget();
  }
  void forget() {
    for (const Link link : touched_) links_[link].delta = 0, links_[link].touched = false;
    touched_.clear();
  }

  std::vector<std::vector<Arc<std::uint64_t>>> arcs_;
  const Routing& routing_;
  Mapping& mapping_;
  std::vector<Role> role_on_;
  LinkTable<State> links_;
  std::vector<Link> touched_, path_;
  std::uint64_t walked_ = 0;
  double reference_ = 1;
};

/// Exchanges for the busiest links, as far as that relieves them; false if for none of them.
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

  bool over() const { return traffics_.walked() > work_ || deadline_.passed(); }

  bool round() {
    const std::vector<Link> links = traffics_.busiest(kLinks);
    const auto users = traffics_.users(links);
    if (links.empty()) return false;
    bool relieved = false;
    const double most = traffics_.seconds(links.front());
    for (std::size_t i = 0; i < links.size() && !over(); ++i) relieved |= relieve(users[i], most);
    return relieved;
  }

 private:
  bool relieve(const std::vector<Role>& users, double most) {
    bool relieved = false;
    for (const Role role : users) {
      if (fixed_[role] || over()) continue;
      for (const Slot slot : traffics_.goals(role, random_)) {
        const Role other = traffics_.role_on(slot);
        if (other != kNobody && fixed_[other]) continue;
        if (!traffics_.exchange(role, slot, most)) continue;
        relieved = true;
        break;
      }
    }
    return relieved;
  }

  Traffics& traffics_;
  std::vector<char> fixed_;
  const Deadline& deadline_;
  std::uint64_t work_;
  Random random_;
};

}  // namespace

void relieve_busiest_links(const Affinity& affinity, const Routing& routing, std::uint64_t slots,
                           const MapOptions& options, Mapping& mapping) {
  Traffics traffics(affinity, routing, slots, mapping);
  const Deadline deadline(options.time_limit);
  Relief relief(traffics, options, affinity.roles(), deadline);
  while (!relief.over() && relief.round()) {
  }
}

}  // namespace topomorph
