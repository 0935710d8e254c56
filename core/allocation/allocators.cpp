// Chooses free hosts of a network for a job: regardless of its traffic, or by TopoMatch with constraints.
#include "core/allocation/allocators.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/baselines/linear_order.h"
#include "core/mapping/baselines/topomatch_tree.h"
#include "core/mapping/slots/metric.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/visit.h"

namespace topomorph::allocation {

namespace {

/// A free host seen from another one: shell, distance, number.
using Seen = std::tuple<std::uint64_t, std::uint64_t, Slot>;

/// Returns the largest number of hops in one dimension.
std::uint64_t cube_shell(const topology::GridTopology& grid, Slot a, Slot b) {
  std::uint64_t most = 0;
  for (std::size_t d = 0; d < grid.dimensions().size(); ++d) {
    const std::uint64_t x = grid.coordinate(a, d), y = grid.coordinate(b, d);
    const std::uint64_t apart = x < y ? y - x : x - y;
    const topology::GridDimension& dimension = grid.dimensions()[d];
    most = std::max(most, dimension.wraps ? std::min(apart, dimension.size - apart) : apart);
  }
  return most;
}

/// Returns the `wanted` nearest free hosts by shell, then distance, then number; unsorted.
std::vector<Seen> nearest_by_shell(const mapping::FreeHosts& free, Slot centre, std::uint64_t wanted) {
  const topology::GridTopology* grid = mapping::is_grid(free.network) ? mapping::grid_below(free.network) : nullptr;
  std::vector<Seen> seen;
  seen.reserve(free.hosts.size());
  for (const Slot host : free.hosts) {
    const std::uint64_t distance = free.network.distance(centre, host);
    const std::uint64_t shell =
        grid ? cube_shell(*grid, topology::slot_below(free.network, centre), topology::slot_below(free.network, host))
             : distance;
    seen.emplace_back(shell, distance, host);
  }
  std::nth_element(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(wanted) - 1, seen.end());
  seen.resize(wanted);
  return seen;
}

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

/// Returns kMost if the sum does not fit.
std::uint64_t sum_of(std::span<const std::uint64_t> distances) {
  std::uint64_t sum = 0;
  for (const std::uint64_t distance : distances) {
    if (__builtin_add_overflow(sum, distance, &sum)) return kMost;
  }
  return sum;
}

/// Computes the scores of free hosts one by one.
class Scores {
 public:
  Scores(const mapping::FreeHosts& free, std::uint64_t wanted) : free_(free), wanted_(wanted) {
    const topology::GridTopology* grid = topology::as_grid(free.network);
    if (grid != nullptr && mapping::GridWindow::suits(*grid))
      window_.emplace(*grid, free.hosts, mapping::GridWindow::Shells::Cubes);
  }

  std::uint64_t of(Slot centre) {
    distances_.clear();
    if (!window_) return by_all_hosts(centre);
    std::size_t inner = 0;
    for (std::size_t shell = 0; distances_.size() < wanted_; ++shell) {
      if (window_->is_too_far(shell)) return by_all_hosts(centre);
      inner = distances_.size();
      window_->for_each_free(centre, shell, [&](std::uint64_t distance) { distances_.push_back(distance); });
    }
    const auto last = distances_.begin() + static_cast<std::ptrdiff_t>(wanted_) - 1;
    std::nth_element(distances_.begin() + static_cast<std::ptrdiff_t>(inner), last, distances_.end());
    distances_.resize(wanted_);
    return sum_of(distances_);
  }

 private:
  std::uint64_t by_all_hosts(Slot centre) {
    distances_.clear();
    for (const Seen& seen : nearest_by_shell(free_, centre, wanted_)) distances_.push_back(std::get<1>(seen));
    return sum_of(distances_);
  }

  const mapping::FreeHosts& free_;
  const std::uint64_t wanted_;
  std::optional<mapping::GridWindow> window_;
  std::vector<std::uint64_t> distances_;
};

/// Returns the positions of the free hosts along the curve, ascending.
std::vector<std::uint64_t> free_positions(const mapping::FreeHosts& free, std::span<const Slot> order) {
  std::vector<char> is_free(order.size());
  for (const Slot host : free.hosts) is_free[host] = 1;
  std::vector<std::uint64_t> positions;
  for (std::uint64_t i = 0; i < order.size(); ++i) {
    if (is_free[order[i]]) positions.push_back(i);
  }
  return positions;
}

/// Returns the index in `positions` at which the shortest sufficient run begins, or their number if there is none.
std::size_t shortest_run(std::span<const std::uint64_t> positions, std::uint64_t wanted) {
  std::size_t best = positions.size(), shortest = positions.size() + 1;
  for (std::size_t begin = 0, i = 1; i <= positions.size(); ++i) {
    if (i < positions.size() && positions[i] == positions[i - 1] + 1) continue;
    if (i - begin >= wanted && i - begin < shortest) shortest = i - begin, best = begin;
    begin = i;
  }
  return best;
}

std::size_t narrowest_window(std::span<const std::uint64_t> positions, std::uint64_t wanted) {
  std::size_t best = 0;
  std::uint64_t least = kMost;
  for (std::size_t i = 0; i + wanted <= positions.size(); ++i) {
    const std::uint64_t span = positions[i + wanted - 1] - positions[i];
    if (span < least) least = span, best = i;
  }
  return best;
}

}  // namespace

std::vector<Slot> best_fit(const mapping::FreeHosts& free, std::uint64_t wanted) {
  mapping::check_free(free, wanted);
  const std::vector<Slot> found = free.curve.empty() ? mapping::linear_order(free.network) : std::vector<Slot>();
  const std::span<const Slot> order = free.curve.empty() ? found : free.curve;
  const std::vector<std::uint64_t> positions = free_positions(free, order);
  std::size_t first = shortest_run(positions, wanted);
  if (first == positions.size()) first = narrowest_window(positions, wanted);
  std::vector<Slot> hosts;
  for (std::size_t i = first; i < first + wanted; ++i) hosts.push_back(order[positions[i]]);
  return hosts;
}

std::uint64_t mc1x1_score(const mapping::FreeHosts& free, Slot centre, std::uint64_t wanted) {
  mapping::check_free(free, wanted);
  return Scores(free, wanted).of(centre);
}

std::vector<Slot> mc1x1(const mapping::FreeHosts& free, std::uint64_t wanted) {
  mapping::check_free(free, wanted);
  Slot best = free.hosts[0];
  std::uint64_t least = kMost;
  Scores scores(free, wanted);
  for (const Slot host : free.hosts) {
    const std::uint64_t score = scores.of(host);
    if (score < least) least = score, best = host;
  }
  std::vector<Seen> seen = nearest_by_shell(free, best, wanted);
  std::sort(seen.begin(), seen.end());
  std::vector<Slot> hosts(seen.size());
  std::transform(seen.begin(), seen.end(), hosts.begin(), [](const Seen& each) { return std::get<2>(each); });
  return hosts;
}

namespace {

/// Returns the slot of each role of a tree that may have more slots than roles.
Mapping from_the_top(const Affinity& traffic, const TreeTopology& tree, const mapping::MapOptions& options) {
  mapping::TopoMatchContext context{mapping::parse_topomatch_options(""), Random(options.seed),
                                    Deadline(options.time_limit)};
  const mapping::Graph graph = mapping::scaled_graph(traffic, options.weight, tree.slots(), mapping::kLargestSum);
  const std::vector<mapping::Vertex> on_slot = mapping::topomatch_top_down(graph, tree, context);
  Mapping mapping(traffic.roles());
  for (Slot slot = 0; slot < on_slot.size(); ++slot) {
    if (on_slot[slot] < mapping.size()) mapping[on_slot[slot]] = slot;
  }
  return mapping;
}

}  // namespace

std::vector<Slot> topomatch_on(const mapping::FreeHosts& free, const Affinity& traffic,
                               const mapping::MapOptions& options) {
  mapping::check_free(free, traffic.roles());
  const auto part = topology::restrict_to(borrowed(free.network), free.hosts);
  mapping::MapOptions by_scotch;
  by_scotch.algorithm = "topomatch";
  by_scotch.seed = options.seed;
  by_scotch.weight = options.weight;
  const TreeTopology* tree = as_tree(*part);
  std::vector<Slot> hosts =
      tree != nullptr ? from_the_top(traffic, *tree, options) : mapping::map(traffic, *part, by_scotch).mapping;
  for (Slot& host : hosts) host = free.hosts[host];
  return hosts;
}

}  // namespace topomorph::allocation
