// A machine as a tree of slots, and where on it a process is bound.
#include "core/topology/sources/hwloc/tree_of_machine.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <hwloc.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/model/tree.h"

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

std::vector<std::uint32_t> SetNumbers::of(const hwloc_bitmap_s* set) {
  const int count = hwloc_bitmap_weight(set);
  if (count < 0) throw InputError(what_ + ": found a set of processing units without end, expected their numbers");
  if (static_cast<std::size_t>(count) > left_) {
    throw InputError(
        fmt::format("{}: found more than {} numbers in its objects' sets of processing units, expected at "
                    "most that",
                    what_, kMost));
  }
  left_ -= static_cast<std::size_t>(count);
  std::vector<std::uint32_t> numbers;
  numbers.reserve(static_cast<std::size_t>(count));
  for (int number = hwloc_bitmap_first(set); number >= 0; number = hwloc_bitmap_next(set, number)) {
    numbers.push_back(static_cast<std::uint32_t>(number));
  }
  return numbers;
}

namespace {

struct FreeBitmap {
  void operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, FreeBitmap>;

/// Returns the name of an object's type in paths, null for types that paths omit.
const char* path_type(hwloc_obj_t object) {
  switch (object->type) {
    case HWLOC_OBJ_GROUP:
      return object->memory_arity > 0 ? "NUMANode" : "Group";
    case HWLOC_OBJ_PACKAGE:
      return "Package";
    case HWLOC_OBJ_DIE:
      return "Die";
    case HWLOC_OBJ_L3CACHE:
      return "L3Cache";
    case HWLOC_OBJ_L2CACHE:
      return "L2Cache";
    case HWLOC_OBJ_CORE:
      return "Core";
    case HWLOC_OBJ_PU:
      return "PU";
    default:
      return nullptr;
  }
}

/// Returns the number of `object` among the objects of its depth inside `outer`.
unsigned number_inside(hwloc_topology_t topology, hwloc_obj_t object, hwloc_obj_t outer) {
  const hwloc_obj_t first = hwloc_get_next_obj_inside_cpuset_by_depth(topology, outer->cpuset, object->depth, nullptr);
  return first == nullptr ? 0 : object->logical_index - first->logical_index;
}

std::string path_to(hwloc_topology_t topology, hwloc_obj_t innermost) {
  std::vector<hwloc_obj_t> chain;
  for (hwloc_obj_t object = innermost; object != nullptr; object = object->parent) {
    if (path_type(object) != nullptr) chain.push_back(object);
  }
  std::string path;
  hwloc_obj_t outer = hwloc_get_root_obj(topology);
  for (auto object = chain.rbegin(); object != chain.rend(); ++object) {
    if (!path.empty()) path += '/';
    path += path_type(*object);
    path += ':' + std::to_string(number_inside(topology, *object, outer));
    if ((*object)->type != HWLOC_OBJ_GROUP && (*object)->memory_arity == 1) path += "/NUMANode:0";
    outer = *object;
  }
  return path;
}

/// Sets the CPUs of a list such as "0-3,8"; returns false for other text. hwloc's own parser accepts "-8" and allocates
/// half a gigabyte for a large number.
bool set_cpus(hwloc_bitmap_t cpus, std::string_view list) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  Words ranges(list, ",\n ");
  for (auto range = ranges.next(); !range.empty(); range = ranges.next()) {
    const auto numbers = parse_number_range(range, kMost);
    if (!numbers) return false;
    hwloc_bitmap_set_range(cpus, static_cast<unsigned>(numbers->first), static_cast<int>(numbers->last));
  }
  return true;
}

/// Returns the CPUs of the list that the machine has.
Bitmap read_list(hwloc_topology_t topology, const std::string& cpu_list) {
  Bitmap cpus(hwloc_bitmap_alloc());
  if (!cpus || !set_cpus(cpus.get(), cpu_list)) {
    throw InputError("found \"" + cpu_list + "\", expected a list of CPUs as in \"0-3,8\"");
  }
  hwloc_bitmap_and(cpus.get(), cpus.get(), hwloc_topology_get_topology_cpuset(topology));
  return cpus;
}

std::string locate(hwloc_topology_t topology, const std::string& cpu_list) {
  const Bitmap cpus = read_list(topology, cpu_list);
  const bool is_all = hwloc_bitmap_isequal(cpus.get(), hwloc_topology_get_topology_cpuset(topology)) != 0;
  if (hwloc_bitmap_iszero(cpus.get()) || is_all) return {};
  return path_to(topology, hwloc_get_obj_covering_cpuset(topology, cpus.get()));
}

}  // namespace

std::vector<std::string> locate_cpusets(const Machine& machine, std::span<const std::string> cpu_lists) {
  std::vector<std::string> paths;
  paths.reserve(cpu_lists.size());
  for (const std::string& list : cpu_lists) paths.push_back(locate(machine.get(), list));
  return paths;
}

std::string path_of(const Machine& machine, hwloc_obj* object) { return path_to(machine.get(), object); }

std::vector<std::uint32_t> cpus_on(const Machine& machine, const std::string& cpu_list) {
  const Bitmap set = read_list(machine.get(), cpu_list);
  return SetNumbers(machine).of(set.get());
}

}  // namespace topomorph::topology
