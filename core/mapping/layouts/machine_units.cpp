// Converts hwloc's objects to units with the objects around them, and reads hosts as users write them.
#include "core/mapping/layouts/machine_units.h"

#include <filesystem>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <hwloc.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/topology/sources/slurm/host_list.h"

namespace topomorph::mapping {

namespace {

hwloc_obj_type_t type_of(LayoutLevel level) {
  constexpr std::array<hwloc_obj_type_t, kLayoutLevels> kTypes = {
      HWLOC_OBJ_MACHINE, HWLOC_OBJ_GROUP,   HWLOC_OBJ_PACKAGE, HWLOC_OBJ_NUMANODE, HWLOC_OBJ_L3CACHE,
      HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L1CACHE, HWLOC_OBJ_CORE,    HWLOC_OBJ_PU};
  return kTypes[static_cast<std::size_t>(level)];
}

/// Returns the outermost group that holds the package of the unit and does not exist only for a NUMA node.
hwloc_obj_t board_of(hwloc_obj_t pu) {
  hwloc_obj_t board = nullptr;
  bool in_package = true;
  for (hwloc_obj_t object = pu; object != nullptr; object = object->parent) {
    if (object->type == HWLOC_OBJ_GROUP && !in_package && object->memory_arity == 0) board = object;
    if (object->type == HWLOC_OBJ_PACKAGE) in_package = false;
  }
  return board;
}

hwloc_obj_t object_at(hwloc_topology_t topology, hwloc_obj_t pu, LayoutLevel level) {
  if (level == LayoutLevel::Thread) return pu;
  if (level == LayoutLevel::Board) return board_of(pu);
  if (level == LayoutLevel::Numa)
    return hwloc_get_obj_by_type(topology, HWLOC_OBJ_NUMANODE, 0) == nullptr
               ? nullptr
               : hwloc_get_numanode_obj_by_os_index(topology, static_cast<unsigned>(hwloc_bitmap_first(pu->nodeset)));
  return hwloc_get_ancestor_obj_by_type(topology, type_of(level), pu);
}

/// Returns the unit with the objects around it. Existing objects have even numbers. The stand-in for a missing one has
/// twice the number of the first unit in the smallest object around it (a core: of the unit) plus 1. A NUMA node around
/// packages is larger than they are, so the stand-in for an L3 cache is in the package.
LayoutUnit layout_unit_of(hwloc_topology_t topology, hwloc_obj_t pu) {
  LayoutUnit unit;
  unit.available = hwloc_bitmap_isset(hwloc_topology_get_allowed_cpuset(topology), pu->os_index) != 0;
  hwloc_obj_t around = hwloc_get_root_obj(topology);
  for (const LayoutLevel level : kAllLayoutLevels) {
    if (level == LayoutLevel::Node) continue;
    const hwloc_obj_t object = object_at(topology, pu, level);
    if (object != nullptr && hwloc_bitmap_isincluded(object->cpuset, around->cpuset)) around = object;
    const hwloc_obj_t holder = level == LayoutLevel::Core ? pu : around;
    unit.object[static_cast<std::size_t>(level)] =
        object == nullptr ? 2 * static_cast<std::uint32_t>(hwloc_bitmap_first(holder->cpuset)) + 1
                          : 2 * object->logical_index;
  }
  return unit;
}

constexpr std::string_view kHostForms =
    "HOST.xml, or [NAMES=|COUNT*] and hwloc:FILE.xml, synthetic:\"pack:2 core:8 pu:2\" or host:";

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

constexpr std::string_view kFileEnd = ".xml";

topology::Machine machine_of_text(const std::string& spec, std::string_view text) {
  constexpr std::string_view kHwloc = "hwloc:", kSynthetic = "synthetic:";
  if (text == "host:") return topology::Machine::this_host();
  if (text.starts_with(kHwloc)) return topology::Machine::whole_from_xml(std::string(text.substr(kHwloc.size())));
  if (text.starts_with(kSynthetic))
    return topology::Machine::synthetic(std::string(unquoted(text.substr(kSynthetic.size()))));
  if (text.ends_with(kFileEnd)) return topology::Machine::whole_from_xml(std::string(text));
  throw InputError(fmt::format("hosts: found \"{}\", expected {}", spec, kHostForms));
}

/// The names in front of a machine (empty ones for a count or for nothing), and the text of the machine.
struct Front {
  std::vector<std::string> names;
  std::string_view machine;
};

Front front_of(const std::string& spec) {
  const std::string_view text = spec;
  const std::size_t mark = text.substr(0, text.find(':')).find_first_of("*=");
  const bool is_file = text.ends_with(kFileEnd) && text.find(':') == std::string_view::npos;
  if (mark == std::string_view::npos) return {{is_file ? std::filesystem::path(text).stem().string() : ""}, text};
  const std::string_view front = text.substr(0, mark), machine = text.substr(mark + 1);
  if (text[mark] == '=') return {topology::parse_host_list(front), machine};
  const auto count = parse_count(front);
  if (!count || *count == 0 || *count > kMaxLayoutUnits) {
    throw InputError(
        fmt::format("hosts: found \"{}\" of them, expected a number from 1 to {}", front, kMaxLayoutUnits));
  }
  return {std::vector<std::string>(*count), machine};
}

}  // namespace

MachineUnits units_of(const topology::Machine& machine) {
  MachineUnits result;
  hwloc_topology_t topology = machine.get();
  for (hwloc_obj_t pu = nullptr; (pu = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, pu)) != nullptr;) {
    const hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    result.units.push_back(layout_unit_of(topology, pu));
    result.os_numbers.push_back(pu->os_index);
    result.logical_cores.push_back((core == nullptr ? pu : core)->logical_index);
  }
  return result;
}

std::vector<LayoutHost> read_layout_hosts(std::span<const std::string> specs) {
  std::vector<LayoutHost> hosts;
  std::set<std::string_view> names;
  for (const std::string& spec : specs) {
    const Front front = front_of(spec);
    const auto machine = std::make_shared<MachineUnits>(units_of(machine_of_text(spec, front.machine)));
    for (const std::string& name : front.names) hosts.push_back({name, machine});
  }
  for (const LayoutHost& host : hosts) {
    if (host.name.empty() || names.insert(host.name).second) continue;
    throw InputError(fmt::format("hosts: found {} twice, expected each once", host.name));
  }
  return hosts;
}

std::vector<LayoutUnit> all_units(std::span<const LayoutHost> hosts) {
  std::uint64_t count = 0;
  for (const LayoutHost& host : hosts) count += host.machine->units.size();
  if (count > kMaxLayoutUnits) {
    throw InputError(
        fmt::format("found {} processing units in all hosts, expected at most {}", count, kMaxLayoutUnits));
  }
  std::vector<LayoutUnit> units;
  units.reserve(count);
  for (std::uint32_t host = 0; host < hosts.size(); ++host) {
    for (LayoutUnit unit : hosts[host].machine->units) {
      unit.object[0] = host;
      units.push_back(unit);
    }
  }
  return units;
}

}  // namespace topomorph::mapping
