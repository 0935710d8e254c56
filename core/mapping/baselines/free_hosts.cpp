// The free hosts of a network: check of a request.
#include "core/mapping/baselines/free_hosts.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::mapping {

void check_free(const FreeHosts& free, std::uint64_t wanted) {
  if (wanted > 0 && wanted <= free.hosts.size()) return;
  throw InputError(fmt::format("found {} free hosts for a job of {}, expected at least one and as many as it needs",
                               free.hosts.size(), wanted));
}

bool GridWindow::suits(const topology::GridTopology& grid) {
  constexpr std::size_t kMostDimensions = 4;
  constexpr std::uint64_t kMostSlots = std::uint64_t{1} << 24;
  return grid.dimensions().size() <= kMostDimensions && grid.slots() <= kMostSlots;
}

GridWindow::GridWindow(const topology::GridTopology& grid, std::span<const Slot> free, Shells shells)
    : grid_(grid), kind_(shells), axes_(grid.dimensions().size()), is_free_(grid.slots()) {
  for (const Slot host : free) is_free_[host] = 1;
  free_ = free.size();
  for (std::size_t d = 0; d < axes_.size(); ++d) {
    const topology::GridDimension& dimension = grid.dimensions()[d];
    const auto size = static_cast<std::int32_t>(dimension.size);
    Axis& axis = axes_[d];
    for (std::uint64_t i = 0; i < 3 * dimension.size; ++i) {
      const bool inside = i / dimension.size == 1 || dimension.wraps;
      axis.part.push_back(inside ? i % dimension.size * grid.stride(d) : grid.slots());
    }
    axis.origin = axis.part.data() + size;
    axis.lowest = dimension.wraps ? -(size - 1) / 2 : 1 - size;
    axis.highest = dimension.wraps ? size / 2 : size - 1;
  }
}

bool GridWindow::has_equal_costs(const topology::GridTopology& grid) {
  std::uint64_t cost = 0;
  for (const topology::GridDimension& dimension : grid.dimensions()) {
    if (dimension.size == 1) continue;
    if (cost != 0 && dimension.cost != cost) return false;
    cost = dimension.cost;
  }
  return true;
}

std::optional<std::vector<Slot>> GridWindow::first_free(Slot centre) {
  std::vector<Slot> hosts;
  for (std::size_t shell = 0; hosts.empty(); ++shell) {
    if (is_too_far(shell)) return std::nullopt;
    for_each_free_place(centre, shell, [&](Slot host, std::uint64_t) { hosts.push_back(host); });
  }
  std::sort(hosts.begin(), hosts.end());
  return hosts;
}

void GridWindow::take(Slot host) {
  is_free_[host] = 0;
  --free_;
}

const GridWindow::Shell& GridWindow::shell_at(std::size_t shell) {
  while (shells_.size() <= shell) {
    const auto size = static_cast<std::int32_t>(shells_.size());
    fill(shells_.emplace_back(), size, 0, 0);
    places_.push_back(shells_.back().distances.size() + (places_.empty() ? 0 : places_.back()));
  }
  return shells_[shell];
}

/// The last dimension has only the steps that complete the shell: a shell takes as long as it is large.
void GridWindow::fill(Shell& shell, std::int32_t size, std::int32_t used, std::uint64_t distance) {
  const std::size_t d = step_.size();
  if (d == axes_.size()) {
    shell.steps.insert(shell.steps.end(), step_.begin(), step_.end());
    shell.distances.push_back(distance);
    return;
  }
  const bool is_diamond = kind_ == Shells::Diamonds, is_last = d + 1 == axes_.size();
  const std::int32_t room = is_diamond ? size - used : size;
  if (is_last && (is_diamond || used < size)) {
    add_step(shell, -room, size, used, distance);
    if (room > 0) add_step(shell, room, size, used, distance);
    return;
  }
  const std::int32_t first = std::max(axes_[d].lowest, -room), last = std::min(axes_[d].highest, room);
  for (std::int32_t step = first; step <= last; ++step) add_step(shell, step, size, used, distance);
}

void GridWindow::add_step(Shell& shell, std::int32_t step, std::int32_t size, std::int32_t used,
                          std::uint64_t distance) {
  const std::size_t d = step_.size();
  if (step < axes_[d].lowest || step > axes_[d].highest) return;
  const std::int32_t hops = std::abs(step);
  step_.push_back(step);
  fill(shell, size, kind_ == Shells::Diamonds ? used + hops : std::max(used, hops),
       distance + static_cast<std::uint64_t>(hops) * grid_.dimensions()[d].cost);
  step_.pop_back();
}

}  // namespace topomorph::mapping
