// From a present mapping to a better one, with few roles moved: after slots were lost or added, or loads have changed.
#include "core/mapping/remapping/remap.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/problem/presets.h"
#include "core/mapping/problem/problem.h"
#include "core/mapping/remapping/placing.h"
#include "core/mapping/remapping/relabelling.h"
#include "core/mapping/remapping/relocation.h"
#include "core/mapping/slots/limits.h"
#include "core/model/groups.h"

namespace topomorph::mapping {

namespace {

void check_present(const Mapping& present, std::uint64_t roles, std::uint64_t slots) {
  if (slots > kRemapping.most_slots) {
    throw InputError(fmt::format("found a topology of {} slots for a mapping from a present one, expected at most {}",
                                 slots, kRemapping.most_slots));
  }
  if (present.size() != roles) {
    throw InputError(fmt::format("found a present mapping of {} roles for {} roles, expected a slot for each",
                                 present.size(), roles));
  }
  for (std::size_t role = 0; role < present.size(); ++role) {
    if (present[role] >= slots && present[role] != kLostSlot) {
      throw InputError(fmt::format("found role {} on slot {}, expected a slot below {}", role, present[role], slots));
    }
  }
}

/// Returns the traffic between roles that have a slot, renumbered, and sets `mapping` to their slots.
Affinity remaining(const Affinity& affinity, const Mapping& present, Mapping& mapping) {
  std::vector<Role> number(present.size());
  for (Role role = 0; role < present.size(); ++role) {
    number[role] = mapping.size();
    if (present[role] != kLostSlot) mapping.push_back(present[role]);
  }
  const auto has_slot = [&](Role role) { return present[role] != kLostSlot; };
  std::vector<Traffic> traffic;
  for (Role role = 0; role < present.size(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      if (!has_slot(role) || !has_slot(entry.destination)) continue;
      traffic.push_back({number[role], number[entry.destination], entry.bytes, entry.messages});
    }
  }
  std::vector<GroupTraffic> groups;
  for (const GroupTraffic& group : affinity.groups()) {
    GroupTraffic kept;
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      if (!has_slot(group.members[i])) continue;
      kept.members.push_back(number[group.members[i]]);
      kept.bytes.push_back(group.bytes[i]);
      kept.messages.push_back(group.messages[i]);
    }
    if (kept.members.size() > 1) groups.push_back(std::move(kept));
  }
  Affinity result = Affinity::from_traffic(mapping.size(), std::move(traffic));
  result.add_groups(std::move(groups));
  return result;
}

/// Returns the volume that moves with a role, or less if that is enough to forbid any move that is not needed.
std::uint64_t bounded_volume(const Affinity& affinity, const Topology& topology, const RemapOptions& options) {
  const std::uint64_t total = options.map.weight == Weight::Bytes ? affinity.total_bytes() : affinity.total_messages();
  const Cost prohibitive = Cost{total} * largest_distance(topology) + 1;
  const Cost room = Cost{(std::uint64_t{1} << 62) / affinity.roles()};
  return static_cast<std::uint64_t>(std::min({Cost{options.move_volume}, prohibitive, room}));
}

/// Returns the affinity with a further role for each role's home: what moves with a role is traffic between the two.
Affinity with_homes(const Affinity& affinity, const Mapping& present, std::uint64_t volume) {
  const std::uint64_t roles = affinity.roles();
  std::vector<Traffic> traffic;
  for (Role role = 0; role < roles; ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      traffic.push_back({role, entry.destination, entry.bytes, entry.messages});
    }
    if (volume > 0 && present[role] != kLostSlot) traffic.push_back({role, roles + role, volume, volume});
  }
  return Affinity::from_traffic(2 * roles, std::move(traffic));
}

Metric metric_of(const Topology& topology) { return {topology, successive<Slot>(topology.slots())}; }

std::vector<Vertex> vertices_of(const Mapping& mapping) {
  std::vector<Vertex> slots;
  for (const Slot slot : mapping) slots.push_back(slot == kLostSlot ? kNoVertex : static_cast<Vertex>(slot));
  return slots;
}

std::uint64_t most_on_a_slot(const Mapping& mapping, std::uint64_t slots) {
  std::vector<std::uint64_t> roles_on(slots, 0);
  for (const Slot slot : mapping) {
    if (slot != kLostSlot) ++roles_on[slot];
  }
  return *std::max_element(roles_on.begin(), roles_on.end());
}

/// On other topologies than trees map() gives no slot more roles than it must, and knows no loads. A present mapping
/// may use what the options allow.
void limit_to_most_of(const Mapping& scratch, const Mapping& present, Limits& limits) {
  const std::uint64_t slots = limits.capacity.size();
  limits.places = std::max(most_on_a_slot(scratch, slots), std::min(limits.places, most_on_a_slot(present, slots)));
  limits.capacity.assign(slots, static_cast<std::int64_t>(limits.places));
}

/// Returns the options of the mapping from scratch, which leaves time for the search from the present mapping.
MapOptions of_scratch(MapOptions options) {
  if (options.time_limit) *options.time_limit *= kRemapping.share_of_scratch;
  return options;
}

class Remapper {
 public:
  Remapper(const Affinity& affinity, const Topology& topology, const RemapOptions& options)
      : affinity_(affinity),
        topology_(topology),
        options_(options),
        tree_(as_tree(topology)),
        deadline_(options.map.time_limit),
        scratch_(map(affinity, topology, of_scratch(options.map))),
        pairs_(mapping_pairs(affinity)),
        workers_(1),
        problem_{pairs_, topology, tree_, options.map, deadline_, workers_, mapping::map},
        limits_(limits_of(problem_, feasible_)),
        metric_(metric_of(topology)),
        graph_(scaled_graph(with_homes(pairs_, options.present, bounded_volume(pairs_, topology, options)),
                            options.map.weight, 2 * affinity.roles(),
                            kLargestCost / std::max<EdgeWeight>(metric_.largest(), 1))),
        relocation_{graph_, metric_, limits_, vertices_of(options.present), deadline_} {
    if (tree_ == nullptr) limit_to_most_of(scratch_.mapping, options.present, limits_);
  }

  RemapResult run() {
    RemapResult result;
    Mapping kept;
    const Affinity between = remaining(affinity_, options_.present, kept);
    result.lost = options_.present.size() - kept.size();
    if (!kept.empty()) result.before = hop_volume(between, kept);
    result.algorithm = scratch_.algorithm;
    const std::vector<Vertex> from_scratch = nearest_of_equals();
    result.scratch = judged(from_scratch);
    const auto placed = placed_within_limits(relocation_, relocation_.home).value_or(feasible_);
    const std::uint64_t must_move = relocation_.moved(placed);
    const auto replaced = improved_relocation(relocation_, placed, {}, effort(must_move, 0));
    result.replaced = judged(replaced);
    result.chosen = result.replaced;
    const std::uint64_t most = most_moved(must_move);
    const auto target = placed_within_limits(relocation_, from_scratch).value_or(replaced);
    consider(improved_relocation(relocation_, replaced, target, effort(most, 1)), most, result.chosen);
    if (relocation_.moved(target) <= most) {
      consider(improved_relocation(relocation_, target, replaced, effort(most, 2)), most, result.chosen);
    }
    RelocationEffort hot = effort(most, 3);
    hot.cooling = kRemapping.hot;
    consider(improved_relocation(relocation_, replaced, {}, hot), most, result.chosen);
    if (target == from_scratch) consider(from_scratch, most, result.chosen);
    return result;
  }

 private:
  RelocationEffort effort(std::uint64_t most, std::uint64_t number) const {
    return {most, work_of_remapping(options_.map.preset, graph_.edges.size()),
            options_.map.seed * kPortfolio.seed_stride + number};
  }

  std::uint64_t most_moved(std::uint64_t must_move) const {
    const std::uint64_t roles = affinity_.roles();
    return must_move + std::min(options_.most_moved.value_or(roles), roles - must_move);
  }

  Cost hop_volume(const Affinity& affinity, const Mapping& mapping) const {
    return evaluation::evaluate(affinity, topology_, mapping, Sharing::kAnyNumber).cost(options_.map.weight);
  }

  Relocated judged(const std::vector<Vertex>& slot_of) const {
    Relocated result{Mapping(slot_of.begin(), slot_of.end()), 0, 0, relocation_.moved(slot_of)};
    result.cost = hop_volume(affinity_, result.mapping);
    for (std::size_t role = 0; role < slot_of.size(); ++role) {
      if (options_.present[role] == kLostSlot) continue;
      result.move_cost += Cost{options_.move_volume} * topology_.distance(options_.present[role], slot_of[role]);
    }
    return result;
  }

  void consider(const std::vector<Vertex>& slot_of, std::uint64_t most, Relocated& best) const {
    Relocated other = judged(slot_of);
    const bool better = other.total() != best.total() ? other.total() < best.total() : other.moved < best.moved;
    if (other.moved <= most && better) best = std::move(other);
  }

  /// Returns the mapping from scratch. On trees where all nodes of a shape are equal, exchanges nodes of it until roles
  /// are near their homes.
  std::vector<Vertex> nearest_of_equals() const {
    const std::vector<Vertex> slot_of = vertices_of(scratch_.mapping);
    const Sharing& sharing = options_.map.sharing;
    const bool all_equal = options_.map.pinned.empty() && sharing.confined.empty() && sharing.speeds.empty();
    if (tree_ == nullptr || !all_equal) return slot_of;
    return relabelled(SlotTree(*tree_), slot_of, relocation_.home);
  }

  const Affinity& affinity_;
  const Topology& topology_;
  const RemapOptions& options_;
  const TreeTopology* tree_;
  const Deadline deadline_;
  const MapResult scratch_;
  const Affinity pairs_;
  Workers workers_;
  const Problem problem_;
  std::vector<Vertex> feasible_;  // an assignment that keeps the limits
  Limits limits_;
  const Metric metric_;
  const Graph graph_;
  const Relocation relocation_;
};

}  // namespace

RemapResult remap(const Affinity& affinity, const Topology& topology, const RemapOptions& options) {
  check_present(options.present, affinity.roles(), topology.slots());
  return Remapper(affinity, topology, options).run();
}

}  // namespace topomorph::mapping
