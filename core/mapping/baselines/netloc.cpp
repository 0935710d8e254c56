// Netloc with Scotch, recursively: on the places of a network, then inside each [Bordage 2017, section 5.2].
#include "core/mapping/baselines/netloc.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/mapping/problem/map_options.h"
#include "core/mapping/slots/metric.h"
#include "core/mapping/starts/repair.h"
#include "core/mapping/starts/scotch_library.h"
#include "core/mapping/starts/scotch_mapper.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

using Result = std::optional<Mapping>;

Result failed(std::string_view algorithm, std::string& why) {
  why = fmt::format("the algorithm \"{}\" failed: {}", algorithm, why);
  return std::nullopt;
}

/// Some of the roles, and the slots that they may have: at least as many.
struct Share {
  Affinity affinity;  ///< of these roles only
  std::vector<Slot> slots;
};

/// Returns the traffic among these roles, numbered in their order. `number` has an element for each role; all are
/// kNotInShare before and after the call.
constexpr Role kNotInShare = ~Role{0};
Affinity among(const Affinity& affinity, const std::vector<Role>& roles, std::vector<Role>& number) {
  for (Role i = 0; i < roles.size(); ++i) number[roles[i]] = i;
  std::vector<Traffic> traffic;
  for (Role i = 0; i < roles.size(); ++i) {
    for (const AffinityEntry& entry : affinity.row(roles[i])) {
      const Role other = number[entry.destination];
      if (other != kNotInShare) traffic.push_back({i, other, entry.bytes, entry.messages});
    }
  }
  for (const Role role : roles) number[role] = kNotInShare;
  return Affinity::from_traffic(roles.size(), std::move(traffic));
}

/// Returns a tree with hosts inside as a network of hosts and the trees in them; nothing for other trees.
std::optional<topology::ComposedTopology> network_of_hosts(const TreeTopology& tree) {
  std::size_t hosts = 1;
  while (hosts < tree.levels() && tree.level(hosts).name != "host") ++hosts;
  if (hosts >= tree.levels() || tree.nodes(hosts) < 2) return std::nullopt;
  const std::vector<Slot>& first = tree.level(hosts).begin;
  std::vector<std::shared_ptr<const Topology>> parts;
  for (std::size_t host = 0; host + 1 < first.size(); ++host) {
    const auto inside = successive<Slot>(first[host + 1] - first[host], first[host]);
    parts.push_back(std::make_shared<TreeTopology>(tree.restricted_to(inside)));
  }
  return topology::ComposedTopology(std::make_shared<TreeTopology>(tree.above(hosts)), std::move(parts));
}

/// Places of a network whose distances Scotch gets as a table with weights: time and memory grow with their square.
constexpr std::uint64_t kMaxWeightedPlaces = 4096;

class Recursion {
 public:
  /// `why` gets the reason if there is no mapping.
  Recursion(const Problem& problem, std::string& why) : problem_(problem), options_(problem.options), why_(why) {
    options_.pinned.clear();  // numbers of roles and slots differ in each part
  }

  /// Returns a slot of the topology for each role of the share.
  Result map(const Topology& topology, const Share& share) const {
    if (share.affinity.roles() == 1) return Mapping{share.slots.front()};
    return topology::visit_shape(
        topology, [&](const topology::RestrictedTopology& part) { return map_to_part(part, share); },
        [&](const topology::ComposedTopology& composed) { return map_to_places(composed, share); },
        [&](const TreeTopology& tree) {
          const auto hosts = network_of_hosts(tree);
          return hosts ? map_to_places(*hosts, share) : map_to_slots(tree, share);
        },
        [&](const topology::NetworkTopology& network) { return map_to_slots(network, share); });
  }

 private:
  Result map_to_part(const topology::RestrictedTopology& part, const Share& share) const {
    Share whole{share.affinity, {}};
    std::vector<std::pair<Slot, Slot>> number;  // a slot's number in the whole, then in the part
    for (const Slot slot : share.slots) number.emplace_back(part.kept()[slot], slot);
    std::sort(number.begin(), number.end());
    for (const auto& [outer, inner] : number) whole.slots.push_back(outer);
    Result mapping = map(part.whole(), whole);
    if (!mapping) return std::nullopt;
    for (Slot& slot : *mapping) slot = std::lower_bound(number.begin(), number.end(), std::pair{slot, Slot{0}})->second;
    return mapping;
  }

  Result map_to_places(const topology::ComposedTopology& composed, const Share& share) const {
    std::vector<std::vector<Slot>> slots;  // by used place
    std::vector<Slot> places;
    for (const Slot slot : share.slots) {
      const Slot place = composed.place_of(slot);
      if (places.empty() || places.back() != place) places.push_back(place), slots.emplace_back();
      slots.back().push_back(slot - composed.begin()[place]);
    }
    const Result place_of_role = places.size() == 1 ? Mapping(share.affinity.roles(), 0)
                                                    : shared_out(composed.network(), places, slots, share.affinity);
    if (!place_of_role) return std::nullopt;
    std::vector<std::vector<Role>> roles(places.size());
    for (Role role = 0; role < place_of_role->size(); ++role) roles[(*place_of_role)[role]].push_back(role);
    std::vector<Role> number(share.affinity.roles(), kNotInShare);
    Mapping mapping(share.affinity.roles());
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (roles[i].empty()) continue;
      const Share inside{among(share.affinity, roles[i], number), std::move(slots[i])};
      const Result found = map(composed.part(places[i]), inside);
      if (!found) return std::nullopt;
      for (std::size_t r = 0; r < roles[i].size(); ++r)
        mapping[roles[i][r]] = composed.begin()[places[i]] + (*found)[r];
    }
    return mapping;
  }

  /// Returns the place of each role. No place gets more roles than it has slots.
  Result shared_out(const Topology& network, const std::vector<Slot>& places,
                    const std::vector<std::vector<Slot>>& slots, const Affinity& affinity) const {
    const auto target = topology_of_slots(network, places);
    std::vector<std::uint64_t> room;
    for (const auto& inside : slots) room.push_back(inside.size());
    const Problem sharing{affinity, *target, nullptr, options_, problem_.deadline, problem_.workers, problem_.map};
    const auto text = text_of(target, room);
    if (!text) return std::nullopt;
    Result mapping =
        map_onto_target(sharing, *text, room.size(), std::max<std::uint64_t>(largest_distance(network), 1), why_);
    if (!mapping) return failed("netloc-recursive", why_);
    repair(*mapping, affinity, *target, room);
    return mapping;
  }

  /// Returns Scotch's text of the network: with weights if places differ and a table of them is not too large.
  std::optional<std::string> text_of(const std::shared_ptr<const Topology>& target,
                                     const std::vector<std::uint64_t>& room) const {
    GivenTopology given{.topology = target, .hosts = {}, .routing = nullptr};
    const bool equal = std::all_of(room.begin(), room.end(), [&](std::uint64_t each) { return each == room[0]; });
    if (!equal && room.size() <= kMaxWeightedPlaces) given.speeds = room;
    return scotch_text(given, why_);
  }

  Result map_to_slots(const Topology& topology, const Share& share) const {
    const auto target = topology_of_slots(topology, share.slots);
    if (largest_distance(*target) == 0 || share.affinity.entries() == 0) {
      return Mapping(share.slots.begin(), share.slots.begin() + static_cast<std::ptrdiff_t>(share.affinity.roles()));
    }
    const Problem inside{share.affinity,    *target,          as_tree(*target), options_,
                         problem_.deadline, problem_.workers, problem_.map};
    Result mapping = map_with_scotch(inside, &why_);
    if (!mapping) return failed("netloc-recursive", why_);
    for (Slot& slot : *mapping) slot = share.slots[slot];
    return mapping;
  }

  const Problem& problem_;
  MapOptions options_;
  std::string& why_;
};

}  // namespace

Mapping map_netloc_recursively(const Problem& problem) {
  std::string why;
  const Share whole{problem.affinity, slots_for_scotch(problem)};
  if (auto mapping = Recursion(problem, why).map(problem.topology, whole)) return *std::move(mapping);
  throw InputError(why);
}

}  // namespace topomorph::mapping
