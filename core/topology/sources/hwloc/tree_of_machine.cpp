// Converts hwloc's objects to a tree of slots.
#include "core/topology/sources/hwloc/tree_of_machine.h"

#include <algorithm>

#include <hwloc.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/sources/hwloc/set_numbers.h"

namespace topomorph::topology {

namespace {

int slot_depth(hwloc_topology_t topology, SlotKind kind) {
  const int cores = hwloc_get_type_depth(topology, HWLOC_OBJ_CORE);
  return cores >= 0 && kind == SlotKind::Core ? cores : hwloc_get_type_depth(topology, HWLOC_OBJ_PU);
}

std::vector<hwloc_obj_t> slots_of(hwloc_topology_t topology, SlotKind kind) {
  const int depth = slot_depth(topology, kind);
  std::vector<hwloc_obj_t> slots;
  for (hwloc_obj_t object = nullptr; (object = hwloc_get_next_obj_by_depth(topology, depth, object)) != nullptr;) {
    slots.push_back(object);
  }
  return slots;
}

/// Returns the object of this depth around `object`. If the branch lacks that depth, returns the next object inwards:
/// an object beside groups, in no group itself, shares no group with its neighbours.
hwloc_obj_t around(hwloc_obj_t object, int depth) {
  while (object->parent != nullptr && object->parent->depth >= depth) object = object->parent;
  return object;
}

/// Returns the level's name; a group that holds memory is named after its NUMA node.
std::string name_of_object(hwloc_obj_t object) {
  if (object->type == HWLOC_OBJ_GROUP && object->memory_arity > 0) return "NUMANode";
  return hwloc_obj_type_string(object->type);
}

TreeLevel level_at_depth(int depth, const std::vector<hwloc_obj_t>& slots) {
  TreeLevel level;
  hwloc_obj_t previous = nullptr;
  for (Slot slot = 0; slot < slots.size(); ++slot) {
    const hwloc_obj_t node = around(slots[slot], depth);
    if (node != previous) level.begin.push_back(slot);
    if (node->depth == depth) level.name = name_of_object(node);
    previous = node;
  }
  level.begin.push_back(slots.size());
  return level;
}

/// Removes the other levels with the same nodes as the cores (their caches), so that threads are below "Core".
void keep_cores(std::vector<TreeLevel>& levels) {
  const std::string core = hwloc_obj_type_string(HWLOC_OBJ_CORE);
  const auto cores = std::find_if(levels.begin(), levels.end(), [&](const TreeLevel& l) { return l.name == core; });
  if (cores == levels.end()) return;
  const std::vector<Slot> begin = cores->begin;
  std::erase_if(levels, [&](const TreeLevel& level) { return level.begin == begin && level.name != core; });
}

}  // namespace

SlotsOf parse_slots_of(std::string_view text) {
  constexpr std::string_view kThreads = "@threads";
  if (!text.ends_with(kThreads)) return {std::string(text)};
  return {std::string(text.substr(0, text.size() - kThreads.size())), SlotKind::Thread};
}

TreeTopology tree_of(const Machine& machine, SlotKind kind) {
  const int depth = slot_depth(machine.get(), kind);
  const std::vector<hwloc_obj_t> slots = slots_of(machine.get(), kind);
  if (slots.empty()) throw InputError("the machine has no cores, expected at least one");

  std::vector<TreeLevel> levels;
  for (int d = depth - 1; d >= 0; --d) levels.push_back(level_at_depth(d, slots));
  if (levels.empty()) levels.push_back(TreeLevel{"Machine", 0, {0, 1}});
  if (kind == SlotKind::Thread) keep_cores(levels);
  levels = without_trivial_levels(std::move(levels));
  std::uint64_t hops = 0;
  for (TreeLevel& level : levels) level.distance = hops += 2;
  return TreeTopology(std::move(levels));
}

std::vector<std::vector<std::uint32_t>> pus_of_slots(const Machine& machine, SlotKind kind) {
  SetNumbers numbers(machine);
  std::vector<std::vector<std::uint32_t>> pus;
  for (const hwloc_obj_t slot : slots_of(machine.get(), kind)) {
    pus.push_back(numbers.of(slot->cpuset));
  }
  return pus;
}

}  // namespace topomorph::topology
