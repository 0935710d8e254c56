// Relieves the busiest links of any network with routes by exchanging roles, by a random search.
#include "core/mapping/search/route_relief.h"

#include <algorithm>
#include <cmath>

#include "core/evaluation/cost_model.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/search/link_traffics.h"

namespace topomorph::mapping {

namespace {

/// Returns a time that the busiest link cannot be below, plus a thousandth: the pair with most traffic uses at least
/// one link, at best the fastest.
double least_possible(const Affinity& affinity, const Routing& routing) {
  std::uint64_t most = 0;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination != source) most = std::max(most, entry.bytes);
    }
  }
  const Link step = routing.links() / kRelief.most_links + 1;  // of very many links it looks at one in so many
  double bandwidth = 1e-300;
  for (Link link = 0; link < routing.links(); link += step) bandwidth = std::max(bandwidth, routing.bandwidth(link));
  return 1.001 * static_cast<double>(most) / bandwidth;
}

/// Searches with steps back, smaller and smaller ones. Then exchanges roles of the busiest links as long as this
/// relieves them.
class Relief {
 public:
  Relief(Traffics& traffics, const MapOptions& options, std::uint64_t roles, const Deadline& deadline)
      : traffics_(traffics),
        fixed_(roles, 0),
        deadline_(deadline),
        work_(work_of_relief(options.preset)),
        random_(options.seed) {
    for (const PinnedRole& pin : options.pinned) fixed_[pin.role] = 1;
  }

  /// Ends if the busiest link has no more to do than `enough`.
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

  /// Spends three quarters of the work on the search with steps back. Sets `best` to the mapping of the least badness.
  void wander(double enough, Mapping& best, double& least) {
    const std::uint64_t until = work_ / 4 * 3, begin = traffics_.walked();
    std::vector<Role> hot;
    for (std::uint64_t next_look = 0; !over(until);) {
      if (const std::uint64_t walked = traffics_.walked(); walked >= next_look) {
        if (traffics_.most() <= enough) return;
        hot = hot_roles();
        next_look = traffics_.walked() + kRelief.walked_per_look * (traffics_.walked() - walked);
      }
      if (hot.empty()) return;
      const Role role = random_.below(2) == 0 ? hot[random_.below(hot.size())] : random_.below(fixed_.size());
      const Slot slot = traffics_.goal(role, random_);
      if (!may_move(role, slot)) continue;
      const double left = 1 - static_cast<double>(traffics_.walked() - begin) / static_cast<double>(until - begin);
      const double chance = static_cast<double>(random_.below(1 << 20) + 1) / (1 << 20);
      const double step = kRelief.first_step * std::max(left, 0.0) * -std::log(chance);
      if (traffics_.exchange(role, slot, traffics_.badness() * (1 + step)) && traffics_.badness() < least) {
        least = traffics_.badness();
        best = traffics_.mapping();
      }
    }
  }

  bool may_move(Role role, Slot slot) const {
    const Role other = traffics_.role_on(slot);
    return !fixed_[role] && (other == Traffics::kNobody || !fixed_[other]);
  }

  std::vector<Role> hot_roles() {
    std::vector<Role> hot;
    for (const auto& users : traffics_.users(traffics_.busiest(kRelief.links))) {
      hot.insert(hot.end(), users.begin(), users.end());
    }
    return hot;
  }

  /// Exchanges roles of the busiest links. Returns false if no exchange relieves one.
  bool round() {
    const std::vector<Link> links = traffics_.busiest(kRelief.links);
    bool relieved = false;
    for (const auto& users : traffics_.users(links)) relieved |= relieve(users);
    return relieved;
  }

  bool relieve(const std::vector<Role>& users) {
    constexpr double kLess = 1 - 1e-12;  // smaller changes are rounding
    bool relieved = false;
    for (const Role role : users) {
      for (std::size_t i = 0; i < kRelief.partners && !over(work_); ++i) {
        const Slot slot = traffics_.goal(role, random_);
        if (!may_move(role, slot) || !traffics_.exchange(role, slot, traffics_.badness() * kLess)) continue;
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

void relieve_routes(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const MapOptions& options,
                    const Deadline& deadline, Mapping& mapping) {
  Traffics traffics(affinity, routing, slots, mapping);
  const double before = traffics.most();
  Relief(traffics, options, affinity.roles(), deadline).run(least_possible(affinity, routing));
  if (traffics.most() < before) mapping = traffics.mapping();
}

}  // namespace topomorph::mapping
