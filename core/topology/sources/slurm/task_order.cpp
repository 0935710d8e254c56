// The order in which Slurm gives tasks to the hosts of a job.
#include "core/topology/sources/slurm/task_order.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

namespace topomorph::topology {
namespace {

constexpr std::size_t kDimensions = 3;
constexpr int kBitsOfPlace = 16;  // of Slurm's rank of a host in its unit

/// The coordinates of one dimension that a job uses.
struct Arc {
  std::uint64_t start = 0, length = 1;
};

/// Returns the shortest arc that holds all used coordinates, as Slurm finds it: of equal ones that across no end wins,
/// then the first. The arc across no end also wins where its free places are one more than those outside of it.
Arc shortest_arc(const std::set<std::uint64_t>& used, std::uint64_t size) {
  Arc arc{*used.begin(), *used.rbegin() - *used.begin() + 1};
  if (2 * (arc.length - 1) < size + used.size()) return arc;
  std::uint64_t longest_gap = size - arc.length, before = *used.begin();
  for (const std::uint64_t coordinate : used) {
    const std::uint64_t gap = coordinate > before ? coordinate - before - 1 : 0;
    if (gap > longest_gap) {
      longest_gap = gap;
      arc.start = coordinate;
    }
    before = coordinate;
  }
  arc.length = size - longest_gap;
  return arc;
}

/// The place of the job in a torus: its corner, and which bits of the distance from there count.
struct Frame {
  GridCell corner = {0, 0, 0};
  std::array<int, kDimensions> bits = {0, 0, 0}, dropped = {0, 0, 0};
};

/// Drops low bits of the longest dimensions until all fit into Slurm's rank.
void fit(Frame& frame) {
  while (frame.bits[0] + frame.bits[1] + frame.bits[2] > kBitsOfPlace) {
    const auto longest = std::max_element(frame.bits.begin(), frame.bits.end());
    --*longest;
    ++frame.dropped[static_cast<std::size_t>(longest - frame.bits.begin())];
  }
}

Frame frame_of(const std::vector<GridCell>& cells, const GridCell& size, bool whole) {
  Frame frame;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    Arc arc{0, size[d]};
    if (!whole) {
      std::set<std::uint64_t> used;
      for (const GridCell& cell : cells) used.insert(cell[d]);
      arc = shortest_arc(used, size[d]);
    }
    frame.corner[d] = arc.start;
    frame.bits[d] = static_cast<int>(std::bit_width(arc.length - 1));
  }
  fit(frame);
  return frame;
}

/// Interleaves the bits of the coordinates, the lowest of x first.
std::uint64_t morton_number(const GridCell& cell, const GridCell& size, const Frame& frame) {
  GridCell place;
  for (std::size_t d = 0; d < kDimensions; ++d) {
    place[d] = ((cell[d] + size[d] - frame.corner[d]) % size[d]) >> frame.dropped[d];
  }
  std::uint64_t number = 0;
  for (int bit = 0, at = 0; bit < kBitsOfPlace; ++bit) {
    for (std::size_t d = 0; d < kDimensions; ++d) {
      if (bit < frame.bits[d]) number |= (place[d] >> bit & 1) << at++;
    }
  }
  return number;
}

/// Returns the first position of the job's segment of a ring: 0 unless the segment goes across the end.
std::uint64_t start_of_segment(const std::vector<GridCell>& cells, std::uint64_t size) {
  std::set<std::uint64_t> used;
  for (const GridCell& cell : cells) used.insert(cell[0]);
  if (!used.contains(0) || !used.contains(size - 1)) return 0;
  std::uint64_t gap = 1;
  while (gap < size && used.contains(gap)) ++gap;
  const auto start = used.upper_bound(gap);
  return start == used.end() ? 0 : *start;
}

/// The numbers of the job's hosts along their rings and tori.
std::vector<std::uint64_t> places_along_rings(const SlurmUnits& units, const std::vector<std::size_t>& hosts) {
  std::map<std::size_t, std::vector<GridCell>> cells_of_unit;
  std::map<std::size_t, std::uint64_t> hosts_of_unit;
  for (const std::size_t unit : units.of_host) ++hosts_of_unit[unit];
  for (const std::size_t host : hosts) cells_of_unit[units.of_host[host]].push_back(units.cells[host]);
  std::map<std::size_t, Frame> frames;
  for (const auto& [unit, cells] : cells_of_unit) {
    const GridCell& size = units.sizes[unit];
    if (units.plugin == "ring") {
      frames[unit].corner[0] = start_of_segment(cells, size[0]);
    } else {
      frames[unit] = frame_of(cells, size, cells.size() == hosts_of_unit[unit]);
    }
  }
  std::vector<std::uint64_t> places;
  for (const std::size_t host : hosts) {
    const GridCell &cell = units.cells[host], &size = units.sizes[units.of_host[host]];
    const Frame& frame = frames[units.of_host[host]];
    places.push_back(units.plugin == "ring" ? (cell[0] + size[0] - frame.corner[0]) % size[0]
                                            : morton_number(cell, size, frame));
  }
  return places;
}

}  // namespace

std::vector<std::size_t> slurm_task_order(const SlurmUnits& units, std::vector<std::size_t> hosts) {
  const std::vector<std::uint64_t> places =
      units.cells.empty() ? std::vector<std::uint64_t>(hosts.size(), 0) : places_along_rings(units, hosts);
  struct Ranked {
    std::size_t unit;
    std::uint64_t place;
    std::size_t host;
  };
  std::vector<Ranked> ranked;
  for (std::size_t h = 0; h < hosts.size(); ++h) ranked.push_back({units.of_host[hosts[h]], places[h], hosts[h]});
  std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return std::pair(a.unit, a.place) < std::pair(b.unit, b.place);
  });
  std::transform(ranked.begin(), ranked.end(), hosts.begin(), [](const Ranked& each) { return each.host; });
  return hosts;
}

std::vector<std::uint64_t> slurm_task_counts(const std::vector<std::uint64_t>& slots, std::uint64_t tasks) {
  std::vector<std::uint64_t> counts(slots.size(), 0);
  while (tasks > 0) {
    for (std::size_t h = 0; h < slots.size() && tasks > 0; ++h) {
      if (counts[h] == slots[h]) continue;
      ++counts[h];
      --tasks;
    }
  }
  return counts;
}

}  // namespace topomorph::topology
