// Groups the roles by machine before it looks at the network between the machines.
#include "core/mapping/starts/machines_first.h"

#include <algorithm>
#include <array>

#include "core/mapping/problem/presets.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {
namespace {

using topology::ComposedTopology;

/// Returns the mean distance between places, of a sample.
std::uint64_t mean_distance(const Topology& network) {
  const std::uint64_t places = network.slots(), samples = std::min(places, kMachinesFirst.samples);
  unsigned __int128 sum = 0;
  std::uint64_t count = 0;
  for (std::uint64_t i = 0; i < samples; ++i) {
    for (std::uint64_t j = 0; j < i; ++j, ++count) sum += network.distance(i * places / samples, j * places / samples);
  }
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(sum / std::max<std::uint64_t>(count, 1)), 1);
}

/// Returns a tree of the machines below one root, as far apart as the places of the network on average.
std::shared_ptr<const Topology> machines_below_a_root(const ComposedTopology& composed) {
  const std::array<std::uint64_t, 1> places = {composed.network().slots()};
  const std::array<std::uint64_t, 1> apart = {mean_distance(composed.network())};
  const auto parts = composed.parts();
  return topology::compose(std::make_shared<TreeTopology>(TreeTopology::regular(places, apart)),
                           {parts.begin(), parts.end()}, composed.scale());
}

/// Returns the traffic between places. Place i is the i-th in use.
Affinity between_places(const Problem& problem, const std::vector<Role>& place_of, std::uint64_t places) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < problem.roles(); ++role) {
    for (const AffinityEntry& entry : problem.affinity.row(role)) {
      const Role from = place_of[role], to = place_of[entry.destination];
      if (from != to) traffic.push_back({from, to, entry.bytes, entry.messages});
    }
  }
  return Affinity::from_traffic(places, std::move(traffic));
}

/// Moves whole machines to better places of the network. Needs equally many slots in all places.
void move_machines(const Problem& problem, const ComposedTopology& composed, Mapping& mapping) {
  std::vector<std::size_t> used;
  for (const Slot slot : mapping) used.push_back(composed.place_of(slot));
  std::vector<std::size_t> places = used;
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<Role> number(mapping.size());
  for (Role role = 0; role < mapping.size(); ++role) {
    number[role] = std::lower_bound(places.begin(), places.end(), used[role]) - places.begin();
  }
  MapOptions options = options_within(problem);
  options.launcher_order.emplace(places.begin(), places.end());
  const Mapping moved =
      problem.map(between_places(problem, number, places.size()), composed.network(), options).mapping;
  const auto& begin = composed.begin();
  for (Role role = 0; role < mapping.size(); ++role) mapping[role] += begin[moved[number[role]]] - begin[used[role]];
}

/// Returns the numbers that the slots of a part have in the whole.
std::vector<Slot> slots_of_machines(const Topology& part) {
  std::vector<Slot> slots;
  for (Slot slot = 0; slot < part.slots(); ++slot) slots.push_back(topology::slot_of_whole(part, slot));
  return slots;
}

}  // namespace

std::optional<Mapping> map_machines_first(const Problem& problem) {
  const ComposedTopology* composed = topology::as_composed(topology::whole_of(problem.topology));
  if (composed == nullptr || composed->network().slots() < 2) return std::nullopt;
  std::shared_ptr<const Topology> machines = machines_below_a_root(*composed);
  const bool is_part = topology::as_composed(problem.topology) == nullptr;
  if (is_part) machines = topology::restrict_to(std::move(machines), slots_of_machines(problem.topology));
  if (as_tree(*machines) == nullptr) return std::nullopt;
  MapOptions options = options_within(problem);
  options.algorithm = "multisection";
  Mapping mapping = problem.map(problem.affinity, *machines, options).mapping;
  if (!is_part && composed->has_equal_sizes()) move_machines(problem, *composed, mapping);
  return mapping;
}

}  // namespace topomorph::mapping
