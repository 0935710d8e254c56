// Finds the place of a process on the machine from its CPUs.
#include "core/topology/sources/hwloc/locate.h"

#include <algorithm>
#include <array>

#include <hwloc.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/topology/sources/hwloc/set_numbers.h"

namespace topomorph::topology {

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
