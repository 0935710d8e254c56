// Relieves the busiest links by exchanging roles: of a tree by a descent, of any network by a random search.
#include "core/mapping/search/link_relief.h"

#include <algorithm>
#include <cmath>

#include "core/evaluation/cost_model.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/search/link_traffics.h"

namespace topomorph::mapping {

namespace {

/// Returns for each role whether it is pinned.
std::vector<char> pinned_roles(const MapOptions& options, std::uint64_t roles) {
  std::vector<char> fixed(roles, 0);
  for (const PinnedRole& pin : options.pinned) fixed[pin.role] = 1;
  return fixed;
}

/// Times of all links of a tree under a mapping. Minimises the sum of their eighth powers: this is almost the largest
/// time, but it also falls when one of several equal links is relieved.
class Links {
 public:
  Links(const Affinity& affinity, const TreeTopology& tree, const evaluation::TreeCosts& costs, Mapping& mapping)
      : arcs_(arcs_of<double>(affinity)),
        tree_(tree),
        costs_(costs),
        mapping_(mapping),
        role_on_(tree.slots(), kNobody) {
    for (Role role = 0; role < mapping.size(); ++role) role_on_[mapping[role]] = role;
    for (std::size_t l = 0; l < tree.levels(); ++l) {
      in_.emplace_back(tree.nodes(l), 0);
      out_.emplace_back(tree.nodes(l), 0);
    }
    for (Role role = 0; role < mapping.size(); ++role) {
      for (const auto& arc : arcs_[role]) cross(mapping[role], mapping[arc.other], arc.out);
    }
    busiest_seconds_ = std::max(busiest().seconds, 1e-300);
  }

  static constexpr Role kNobody = ~Role{0};

  struct Node {
    std::size_t level = 0, number = 0;
    double seconds = 0;
  };

  Node busiest() const {
    Node best;
    for (std::size_t l = 0; l < in_.size(); ++l) {
      for (std::size_t node = 0; node < in_[l].size(); ++node) {
        if (const double seconds = time(l, node); seconds > best.seconds) best = {l, node, seconds};
      }
    }
    return best;
  }

  /// Returns the roles of the node with traffic to the outside, those with most of it first.
  std::vector<Role> talkers(const Node& node) const {
    std::vector<std::pair<double, Role>> found;
    for (Slot slot = tree_.begin(node.level, node.number); slot < tree_.begin(node.level, node.number + 1); ++slot) {
      const Role role = role_on_[slot];
      if (role == kNobody) continue;
      double outside = 0;
      for (const auto& arc : arcs_[role])
        outside += tree_.node_of(node.level, mapping_[arc.other]) != node.number ? arc.out + arc.in : 0;
      if (outside > 0) found.push_back({-outside, role});
    }
    std::sort(found.begin(), found.end());
    std::vector<Role> roles;
    for (std::size_t i = 0; i < std::min(found.size(), kRelief.tree_movers); ++i) roles.push_back(found[i].second);
    return roles;
  }

  /// Returns slots outside of the node: those of nodes with the role's partners first, then of the nodes that follow.
  std::vector<Slot> goals(const Node& node, Role role) const {
    std::vector<Slot> slots;
    std::vector<char> known(tree_.slots(), 0);
    const auto add_node = [&](std::size_t number) {
      for (Slot slot = tree_.begin(node.level, number); slot < tree_.begin(node.level, number + 1); ++slot) {
        if (number != node.number && !known[slot] && slots.size() < kRelief.tree_partners) slots.push_back(slot);
        known[slot] = 1;
      }
    };
    for (const auto& arc : arcs_[role]) add_node(tree_.node_of(node.level, mapping_[arc.other]));
    for (std::size_t i = 1; i < in_[node.level].size(); ++i) add_node((node.number + i) % in_[node.level].size());
    return slots;
  }

  Role role_on(Slot slot) const { return role_on_[slot]; }
  Slot slot_of(Role role) const { return mapping_[role]; }

  /// Moves the role to the slot, and the role that is there (if any) to the first role's. Returns the change of the
  /// sum.
  double exchange(Role role, Slot slot) {
    const Slot from = mapping_[role];
    const Role other = role_on_[slot];
    change_ = 0;
    add_arcs(role, -1, kNobody);
    if (other != kNobody) add_arcs(other, -1, role);  // without the arcs between the two
    std::swap(role_on_[from], role_on_[slot]);
    mapping_[role] = slot;
    if (other != kNobody) mapping_[other] = from;
    if (other != kNobody) add_arcs(other, 1, role);
    add_arcs(role, 1, kNobody);
    return change_;
  }

 private:
  double time(std::size_t level, std::size_t node) const {
    return std::max(in_[level][node], out_[level][node]) / costs_.uplink(level);
  }
  double power(std::size_t level, std::size_t node) const {
    const double relative = time(level, node) / busiest_seconds_, second = relative * relative,
                 fourth = second * second;
    return fourth * fourth;
  }

  /// Adds bytes from one slot to another to all links between them.
  void cross(Slot from, Slot to, double bytes) {
    for (std::size_t l = 0; l < in_.size(); ++l) {
      const std::size_t a = tree_.node_of(l, from), b = tree_.node_of(l, to);
      if (a == b) return;
      change_ -= power(l, a) + power(l, b);
      out_[l][a] += bytes;
      in_[l][b] += bytes;
      change_ += power(l, a) + power(l, b);
    }
  }

  void add_arcs(Role role, double sign, Role without) {
    for (const auto& arc : arcs_[role]) {
      if (arc.other == without) continue;
      if (arc.out > 0) cross(mapping_[role], mapping_[arc.other], sign * arc.out);
      if (arc.in > 0) cross(mapping_[arc.other], mapping_[role], sign * arc.in);
    }
  }

  std::vector<std::vector<Arc<double>>> arcs_;
  const TreeTopology& tree_;
  const evaluation::TreeCosts& costs_;
  Mapping& mapping_;
  std::vector<Role> role_on_;
  std::vector<std::vector<double>> in_, out_;  // [level][node], level 0: slots
  double busiest_seconds_ = 1;
  double change_ = 0;
};

/// Makes one exchange that relieves the busiest link. Returns false if there is none.
bool relieve(Links& links, const std::vector<char>& fixed, const Deadline& deadline) {
  constexpr double kLeast = 1e-9;  // smaller changes are rounding
  const Links::Node node = links.busiest();
  for (const Role role : links.talkers(node)) {
    if (fixed[role]) continue;
    for (const Slot slot : links.goals(node, role)) {
      const Role other = links.role_on(slot);
      if (other != Links::kNobody && fixed[other]) continue;
      const Slot back = links.slot_of(role);
      if (links.exchange(role, slot) < -kLeast) return true;
      links.exchange(role, back);
    }
    if (deadline.passed()) return false;
  }
  return false;
}

}  // namespace

void relieve_tree(const Affinity& affinity, const TreeTopology& tree, const evaluation::TreeCosts& costs,
                  const MapOptions& options, const Deadline& deadline, Mapping& mapping) {
  const std::vector<char> fixed = pinned_roles(options, affinity.roles());
  Links links(affinity, tree, costs, mapping);
  for (int round = 0; round < kRelief.tree_rounds && relieve(links, fixed, deadline); ++round) {
  }
}

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

/// Simulated annealing [Kirkpatrick 1983], half of whose roles are those of busy links. Then exchanges roles of the
/// busiest links as long as this relieves them.
class Relief {
 public:
  /// Walks so many links.
  Relief(Traffics& traffics, const MapOptions& options, std::uint64_t work, std::uint64_t seed,
         const Deadline& deadline)
      : traffics_(traffics),
        fixed_(pinned_roles(options, traffics.mapping().size())),
        deadline_(deadline),
        work_(traffics.walked() + work),
        screen_(kRelief.screen / static_cast<double>(std::max<std::size_t>(traffics.mapping().size(), 1))),
        random_(seed) {}

  /// Ends if the busiest link has no more to do than `enough`.
  void run(double enough) {
    const bool may_gain = traffics_.most() > enough && std::ranges::count(fixed_, 0) > 0;
    if (!may_gain) return;
    anneal(enough);
    while (!over(work_) && round()) {
    }
  }

 private:
  bool over(std::uint64_t work) const { return traffics_.walked() > work || deadline_.passed(); }

  /// Spends seven eighths of the work. The shares that steps may lose fall with the number of roles: each role has
  /// one part in so many of the badness.
  void anneal(double enough) {
    const std::uint64_t begin = traffics_.walked(), until = begin + (work_ - begin) / 8 * 7;
    const auto roles = static_cast<double>(fixed_.size());
    std::vector<Role> hot;
    double step = 0;
    std::uint64_t next_look = 0;
    for (std::uint64_t trial = 0; !over(until) && trial < until - begin; ++trial) {  // most roles may be pinned
      const std::uint64_t walked = traffics_.walked();
      if (walked >= next_look) {
        if (traffics_.look() <= enough) return;
        hot = hot_roles();
        if (hot.empty()) return;
        next_look = traffics_.walked() + kRelief.walked_per_look * (traffics_.walked() - walked);
      }
      if (trial % kRelief.trials_of_step == 0) {
        const double done = static_cast<double>(walked - begin) / static_cast<double>(until - begin);
        step = kRelief.first_step / roles * std::pow(kRelief.last_step / kRelief.first_step, done);
      }
      const Role role = random_.below(2) == 0 ? hot[random_.below(hot.size())] : random_.below(fixed_.size());
      const Slot slot = traffics_.goal(role, random_);
      const double chance = static_cast<double>(random_.below(1 << 20) + 1) / (1 << 20);
      if (may_move(role, slot)) traffics_.exchange(role, slot, -step * std::log(chance), screen_);
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
    constexpr double kLess = -1e-12;  // smaller changes are rounding
    bool relieved = false;
    for (const Role role : users) {
      for (std::size_t i = 0; i < kRelief.partners && !over(work_); ++i) {
        const Slot slot = traffics_.goal(role, random_);
        if (!may_move(role, slot) || !traffics_.exchange(role, slot, kLess, screen_)) continue;
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
  double screen_;
  Random random_;
};

}  // namespace

void relieve_routes(const Affinity& affinity, const Routing& routing, std::uint64_t slots, const MapOptions& options,
                    const Deadline& deadline, Mapping& mapping) {
  Traffics traffics(affinity, routing, slots, mapping);
  const Mapping start = mapping;
  const double enough = least_possible(affinity, routing);
  const ReliefPlan plan = relief_plan(options.preset);
  double least = traffics.most();
  for (int run = 0; run < plan.runs && least > enough && !deadline.passed(); ++run) {
    if (run > 0) traffics.restart(start);
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(run) * kPortfolio.seed_stride;
    Relief(traffics, options, plan.work, seed, deadline).run(enough);
    if (traffics.most() < least) least = traffics.most(), mapping = traffics.mapping();
  }
}

}  // namespace topomorph::mapping
