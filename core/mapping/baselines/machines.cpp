// The machines of a topology: its largest parts that are regular trees.
#include "core/mapping/baselines/machines.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "core/base/successive.h"
#include "core/mapping/starts/grouping.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::mapping {

namespace {

/// A slot: its number in the examined part (`inside`) and in the whole topology (`slot`).
struct Place {
  Slot inside = 0;
  Slot slot = 0;
};
using Places = std::span<const Place>;  // ascending by `inside`

void add_single_slots(Places places, std::vector<Machine>& machines) {
  for (const Place& place : places) machines.push_back({{place.slot}, TreeTopology({{"", 0, {0, 1}}})});
}

/// Returns the node of slots [begin, end), with a tree of its own.
Machine machine_of_node(const TreeTopology& tree, Places places, Slot begin, Slot end) {
  std::vector<Slot> slots;
  for (const Place& place : places.subspan(begin, end - begin)) slots.push_back(place.slot);
  return {std::move(slots), tree.restricted_to(successive<Slot>(end - begin, begin))};
}

/// Adds the nodes of the highest level on which all nodes are regular inside. `tree` has a slot for each place.
void add_tree(const TreeTopology& tree, Places places, std::vector<Machine>& machines) {
  for (std::size_t level = tree.levels(); level >= 1; --level) {
    std::vector<Machine> nodes;
    const auto& first = tree.level(level).begin;
    bool regular = true;
    for (std::size_t node = 0; node + 1 < first.size() && regular; ++node) {
      nodes.push_back(machine_of_node(tree, places, first[node], first[node + 1]));
      regular = is_regular(SlotTree(nodes.back().tree));
    }
    if (!regular) continue;
    std::move(nodes.begin(), nodes.end(), std::back_inserter(machines));
    return;
  }
  add_single_slots(places, machines);
}

void add_machines(const Topology& topology, Places places, std::vector<Machine>& machines);

void add_places(const topology::ComposedTopology& composed, Places places, std::vector<Machine>& machines) {
  for (std::size_t begin = 0, end = 0; begin < places.size(); begin = end) {
    const std::size_t part = composed.place_of(places[begin].inside);
    std::vector<Place> here;
    for (; end < places.size() && places[end].inside < composed.begin()[part + 1]; ++end) {
      here.push_back({places[end].inside - composed.begin()[part], places[end].slot});
    }
    add_machines(composed.part(part), here, machines);
  }
}

void add_kept(const topology::RestrictedTopology& part, Places places, std::vector<Machine>& machines) {
  std::vector<Place> whole;
  for (const Place& place : places) whole.push_back({part.kept()[place.inside], place.slot});
  std::sort(whole.begin(), whole.end(), [](const Place& a, const Place& b) { return a.inside < b.inside; });
  add_machines(part.whole(), whole, machines);
}

void add_machines(const Topology& topology, Places places, std::vector<Machine>& machines) {
  topology::visit_shape(
      topology,
      [&](const TreeTopology& tree) {
        std::vector<Slot> used;
        for (const Place& place : places) used.push_back(place.inside);
        add_tree(tree.restricted_to(used), places, machines);
      },
      [&](const topology::ComposedTopology& composed) { add_places(composed, places, machines); },
      [&](const topology::RestrictedTopology& part) { add_kept(part, places, machines); },
      [&](const topology::NetworkTopology&) { add_single_slots(places, machines); });
}

}  // namespace

std::vector<Machine> machines_of(const Topology& topology) {
  std::vector<Place> all;
  for (Slot slot = 0; slot < topology.slots(); ++slot) all.push_back({slot, slot});
  std::vector<Machine> machines;
  add_machines(topology, all, machines);
  return machines;
}

}  // namespace topomorph::mapping
