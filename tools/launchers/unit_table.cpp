// Finds the units of hosts and topologies, and their names for launchers.
#include "tools/launchers/unit_table.h"

#include <algorithm>
#include <map>

#include "core/mapping/layouts/machine_units.h"
#include "core/mapping/layouts/topology_layouts.h"
#include "core/topology/spec.h"
#include "tools/output/message.h"

namespace topomorph::launchers {

namespace {

using CoreOf = std::pair<std::uint32_t, std::uint64_t>;  // host, core

CoreOf core_of(const UnitTable& table, std::uint32_t unit) {
  return {table.units[unit][mapping::LayoutLevel::Node], table.core[unit]};
}

/// Whether every core in use belongs to one binding, which has all its available processing units.
bool are_whole_cores(const mapping::RankPlaces& places, const UnitTable& table) {
  std::map<CoreOf, std::size_t> available;
  for (std::uint32_t unit = 0; unit < table.units.size(); ++unit) {
    if (table.units[unit].available) ++available[core_of(table, unit)];
  }
  return std::all_of(places.bindings.begin(), places.bindings.end(), [&](const auto& units) {
    std::map<CoreOf, std::size_t> bound;
    for (const std::uint32_t unit : units) ++bound[core_of(table, unit)];
    return std::all_of(bound.begin(), bound.end(),
                       [&](const auto& entry) { return available[entry.first] == entry.second; });
  });
}

std::string cpus_of(const std::vector<std::uint32_t>& units, const UnitTable& table, CoreNumbers numbers,
                    bool threads) {
  std::vector<std::uint64_t> cpus;
  for (const std::uint32_t unit : units) {
    if (numbers == CoreNumbers::Physical) {
      cpus.insert(cpus.end(), table.os_numbers[unit].begin(), table.os_numbers[unit].end());
    } else {
      cpus.push_back(threads ? table.number[unit] : table.core[unit]);
    }
  }
  std::sort(cpus.begin(), cpus.end());
  cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
  return as_ranges(cpus);
}

}  // namespace

UnitTable units_of_hosts(const std::vector<std::string>& specs) {
  const std::vector<mapping::LayoutHost> hosts = mapping::read_layout_hosts(specs);
  UnitTable table{.units = mapping::all_units(hosts),
                  .hosts = relative_names(hosts.size()),
                  .named = true,
                  .os_numbers = {},
                  .core = {},
                  .number = {},
                  .slurm = nullptr};
  for (std::size_t host = 0; host < hosts.size(); ++host) {
    const mapping::MachineUnits& machine = *hosts[host].machine;
    if (hosts[host].name.empty()) table.named = false;
    if (!hosts[host].name.empty()) table.hosts[host] = hosts[host].name;
    for (std::size_t unit = 0; unit < machine.units.size(); ++unit) {
      table.os_numbers.push_back({machine.os_numbers[unit]});
      table.core.push_back(machine.logical_cores[unit]);
      table.number.push_back(unit);
    }
  }
  return table;
}

UnitTable units_of_topology(const std::string& spec) {
  const GivenTopology given = topology::read_topology(spec);
  for (const std::string& note : given.notes) output::message(note);
  UnitTable table{.units = mapping::layout_units(*given.topology, given.hosts.begin),
                  .hosts = {},
                  .named = false,
                  .os_numbers = given.hosts.pus,
                  .core = {},
                  .number = {},
                  .slurm = given.slurm};
  const std::size_t hosts = table.units.back()[mapping::LayoutLevel::Node] + std::size_t{1};
  table.named = given.hosts.names.size() == hosts;
  table.hosts = table.named ? given.hosts.names : relative_names(hosts);
  for (std::uint64_t unit = 0; unit < table.units.size(); ++unit) {
    const bool follows =
        unit > 0 && table.units[unit][mapping::LayoutLevel::Node] == table.units[unit - 1][mapping::LayoutLevel::Node];
    const bool same_core =
        follows && table.units[unit][mapping::LayoutLevel::Core] == table.units[unit - 1][mapping::LayoutLevel::Core];
    table.core.push_back(follows ? table.core.back() + (same_core ? 0 : 1) : 0);
    table.number.push_back(follows ? table.number.back() + 1 : 0);
  }
  return table;
}

LayoutPlacement placement_of(const mapping::RankPlaces& places, const UnitTable& table, CoreNumbers numbers) {
  if (numbers == CoreNumbers::Physical && table.os_numbers.empty()) refuse_physical("slots without them");
  const bool threads = numbers == CoreNumbers::Logical && !are_whole_cores(places, table);
  std::vector<std::string> cpus, threads_of;  // by binding
  for (const auto& units : places.bindings) {
    cpus.push_back(cpus_of(units, table, numbers, threads));
    if (!table.os_numbers.empty()) threads_of.push_back(cpus_of(units, table, CoreNumbers::Physical, false));
  }
  LayoutPlacement result{{table.hosts, table.named, {}, {}, {}}, threads};
  for (std::size_t rank = 0; rank < places.first_unit.size(); ++rank) {
    const std::uint32_t unit = places.first_unit[rank];
    result.placement.host_of.push_back(table.units[unit][mapping::LayoutLevel::Node]);
    result.placement.position_of.push_back(unit);
    result.placement.cpus_of.push_back(cpus[places.binding[rank]]);
    if (!threads_of.empty()) result.placement.threads_of.push_back(threads_of[places.binding[rank]]);
  }
  return result;
}

}  // namespace topomorph::launchers
