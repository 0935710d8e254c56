// Networks of Slurm's rings and three-dimensional tori.
#include "core/topology/sources/slurm/tori.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::topology {
namespace {

std::uint64_t number_of(const GridCell& cell, const GridCell& size) {
  return cell[0] + size[0] * (cell[1] + size[1] * cell[2]);
}

void check_torus_names(const std::string& file, const std::vector<TorusRecord>& tori, const std::string& plugin) {
  std::unordered_map<std::string_view, std::uint64_t> line_of_torus, line_of_host;
  for (const TorusRecord& torus : tori) {
    const auto [same, is_new] = line_of_torus.try_emplace(torus.name, torus.line);
    if (!is_new) {
      throw InputError(
          file, torus.line,
          fmt::format("{} {} is already in line {}, expected each once", plugin, torus.name, same->second));
    }
    for (const PlacedHost& host : torus.hosts) {
      const auto [other, is_first] = line_of_host.try_emplace(host.name, host.line);
      if (is_first) continue;
      throw InputError(file, host.line,
                       fmt::format("host {} is already in line {}, expected each once", host.name, other->second));
    }
  }
}

/// Sorts the hosts by their places.
void sort_hosts(const std::string& file, TorusRecord& torus) {
  auto& hosts = torus.hosts;
  const auto place = [&](const PlacedHost& host) { return number_of(host.cell, torus.size); };
  std::sort(hosts.begin(), hosts.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  const auto twice = std::adjacent_find(hosts.begin(), hosts.end(),
                                        [&](const auto& a, const auto& b) { return place(a) == place(b); });
  if (twice == hosts.end()) return;
  const auto& [x, y, z] = twice->cell;
  throw InputError(file, std::max(twice->line, (twice + 1)->line),
                   fmt::format("hosts {} and {} are both at ({},{},{}) of {}, expected one", twice->name,
                               (twice + 1)->name, x, y, z, torus.name));
}

/// Returns the torus with its hosts alone, dimensions of one place left out.
std::shared_ptr<const Topology> shape_of(const TorusRecord& torus) {
  std::vector<GridDimension> dimensions;
  for (std::size_t d = 0; d < torus.size.size(); ++d) {
    if (torus.size[d] > 1) dimensions.push_back({torus.size[d], torus.wraps[d], 1});
  }
  if (dimensions.empty()) dimensions.push_back({1, torus.wraps[0], 1});
  auto whole = std::make_shared<GridTopology>(std::move(dimensions));
  if (whole->slots() == torus.hosts.size()) return whole;
  std::vector<Slot> kept;
  for (const PlacedHost& host : torus.hosts) kept.push_back(number_of(host.cell, torus.size));
  return restrict_to(std::move(whole), std::move(kept));
}

std::uint64_t diameter_of(const Topology& torus) {
  const auto* part = as_kind<RestrictedTopology>(torus);
  return as_grid(part == nullptr ? torus : part->whole())->diameter();
}

/// Returns the only torus, or all of them at equal distances.
std::shared_ptr<const Topology> joined(std::vector<std::shared_ptr<const Topology>> tori) {
  if (tori.size() == 1) return tori.front();
  std::uint64_t farthest = 0;
  for (const auto& torus : tori) farthest = std::max(farthest, diameter_of(*torus));
  auto between = std::make_shared<TreeTopology>(std::vector<TreeLevel>{{"network", farthest + 1, {0, tori.size()}}});
  return compose(std::move(between), std::move(tori), 1);
}

}  // namespace

GivenTopology network_of_tori(const std::string& file, std::vector<TorusRecord> tori, const std::string& plugin) {
  check_torus_names(file, tori, plugin);
  GivenTopology given;
  SlurmUnits slurm{plugin};
  std::vector<std::shared_ptr<const Topology>> shapes;
  for (std::size_t unit = 0; unit < tori.size(); ++unit) {
    TorusRecord& torus = tori[unit];
    slurm.sizes.push_back(torus.size);
    if (torus.hosts.empty()) continue;  // Slurm may add hosts while it runs
    sort_hosts(file, torus);
    shapes.push_back(shape_of(torus));
    for (PlacedHost& host : torus.hosts) {
      given.hosts.names.push_back(std::move(host.name));
      slurm.of_host.push_back(unit);
      slurm.cells.push_back(host.cell);
    }
  }
  if (shapes.empty()) throw InputError(file, 0, fmt::format("found no hosts in topology {}, expected some", plugin));
  given.topology = joined(std::move(shapes));
  given.slurm = std::make_shared<SlurmUnits>(std::move(slurm));
  given.hosts.begin = successive<Slot>(given.hosts.names.size() + 1);
  return given;
}

std::vector<PlacedHost> hosts_of_box(const std::vector<std::string>& names, const GridCell& corner,
                                     const GridCell& size, std::uint64_t line) {
  std::vector<PlacedHost> hosts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const GridCell inside = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    hosts.push_back({names[i], {corner[0] + inside[0], corner[1] + inside[1], corner[2] + inside[2]}, line});
  }
  return hosts;
}

TorusRecord ring_of(std::string name, const std::vector<std::string>& hosts, std::uint64_t line) {
  const GridCell size = {std::max<std::uint64_t>(hosts.size(), 1), 1, 1};
  return {std::move(name), size, hosts_of_box(hosts, {0, 0, 0}, size, line), {true, true, true}, line};
}

std::optional<std::uint64_t> cells_of(const GridCell& size) {
  std::uint64_t cells = 1;
  for (const std::uint64_t length : size) {
    if (length == 0 || length > kMaxSlots / cells) return std::nullopt;
    cells *= length;
  }
  return cells;
}

}  // namespace topomorph::topology
