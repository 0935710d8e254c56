// PaCMap's start [Tuncer 2015]: the host with most free hosts around it, and the group of tasks nearest to all others.
#include "core/mapping/baselines/pacmap_centre.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/slots/metric.h"
#include "core/model/mapping.h"
#include "core/topology/shapes/shortest_paths.h"

namespace topomorph::mapping {

namespace {

constexpr std::size_t kBeyond = 2;      // shells between the one with room for the job and R
constexpr std::size_t kAskedHosts = 8;  // hosts from which a network's distances are counted

/// A grid regarded as endless: its dimensions with more than one slot, and the common cost of their hops. Only grids of
/// two or three dimensions with one cost have it.
struct EndlessGrid {
  std::size_t dimensions = 0;
  std::uint64_t cost = 0;
};

std::optional<EndlessGrid> endless_grid(const Topology& network) {
  if (!is_grid(network)) return std::nullopt;
  EndlessGrid result;
  for (const topology::GridDimension& dimension : grid_below(network)->dimensions()) {
    if (dimension.size == 1) continue;
    if (result.dimensions > 0 && dimension.cost != result.cost) return std::nullopt;
    result.cost = dimension.cost;
    ++result.dimensions;
  }
  if (result.dimensions != 2 && result.dimensions != 3) return std::nullopt;
  return result;
}

/// Returns the number of hosts so many hops away in an endless grid.
double hosts_at(std::size_t dimensions, std::uint64_t hops) {
  const auto r = static_cast<double>(hops);
  return dimensions == 2 ? std::max(4 * r, 1.0) : 4 * r * r + 2;  // the paper has 2 for 0 hops, too
}

Surroundings of_endless_grid(const EndlessGrid& grid, std::uint64_t wanted) {
  Surroundings around;
  double inside = 0;
  std::size_t beyond = 0;
  for (std::uint64_t hops = 0; beyond <= kBeyond; ++hops) {
    if (inside >= static_cast<double>(wanted)) ++beyond;
    if (beyond > kBeyond) break;
    const double here = hosts_at(grid.dimensions, hops);
    around.shells.push_back({hops * grid.cost, 1 / here});
    inside += hops == 0 ? 1 : here;
  }
  return around;
}

using Counts = std::map<std::uint64_t, std::uint64_t>;  // distance -> hosts there

Counts counts_from(const Topology& network, Slot host) {
  Counts counts;
  for (Slot other = 0; other < network.slots(); ++other) ++counts[network.distance(host, other)];
  return counts;
}

/// Returns the distance of the `wanted`-th nearest host; the host itself counts.
std::uint64_t radius_of(const Counts& counts, std::uint64_t wanted) {
  std::uint64_t inside = 0;
  for (const auto& [distance, hosts] : counts) {
    inside += hosts;
    if (inside >= wanted) return distance;
  }
  return counts.rbegin()->first;
}

Surroundings of_counts(const Counts& counts, std::uint64_t radius) {
  Surroundings around;
  double last = 0;
  std::size_t beyond = 0;
  for (const auto& [distance, hosts] : counts) {
    if (distance > radius && ++beyond > kBeyond) break;
    last = std::max(static_cast<double>(hosts), last + 1);
    around.shells.push_back({distance, 1 / last});
  }
  return around;
}

/// Returns the free hosts in each shell.
std::vector<std::uint64_t> counts_of_free(const FreeHosts& free, Slot centre, const Surroundings& around) {
  std::vector<std::uint64_t> counts(around.shells.size());
  for (const Slot host : free.hosts) {
    const std::uint64_t distance = free.network.distance(centre, host);
    const auto shell = std::lower_bound(around.shells.begin(), around.shells.end(), distance,
                                        [](const Surroundings::Shell& s, std::uint64_t d) { return s.distance < d; });
    if (shell != around.shells.end()) ++counts[static_cast<std::size_t>(shell - around.shells.begin())];
  }
  return counts;
}

/// Counts the free hosts in each shell from one host after the other. In the shells of an endless grid it looks only at
/// near hosts.
class ShellCounts {
 public:
  ShellCounts(const FreeHosts& free, const Surroundings& around) : free_(free), around_(around) {
    const topology::GridTopology* grid = topology::as_grid(free.network);
    if (grid == nullptr || !GridWindow::suits(*grid) || !endless_grid(*grid)) return;
    window_.emplace(*grid, free.hosts, GridWindow::Shells::Diamonds);
  }

  std::vector<std::uint64_t> from(Slot centre) {
    if (!window_) return counts_of_free(free_, centre, around_);
    std::vector<std::uint64_t> counts(around_.shells.size());
    for (std::size_t shell = 0; shell < counts.size(); ++shell) {
      window_->for_each_free(centre, shell, [&](std::uint64_t) { ++counts[shell]; });
    }
    return counts;
  }

 private:
  const FreeHosts& free_;
  const Surroundings& around_;
  std::optional<GridWindow> window_;
};

/// Returns equation 2 from the free hosts in each shell.
double score_of(const std::vector<std::uint64_t>& counts, std::uint64_t wanted, const Surroundings& around) {
  double score = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::uint64_t taken = std::min(counts[i], wanted);
    wanted -= taken;
    score += around.shells[i].count * (static_cast<double>(taken) - static_cast<double>(counts[i] - taken));
  }
  return score;
}

/// Returns the edges with lengths inverse to their volume, limited so that no path gets near 2^63.
topology::LinkGraph lengths_of(const Graph& groups) {
  constexpr std::uint64_t kUnit = 1024, kLongest = std::uint64_t{1} << 36;
  const EdgeWeight heaviest = std::max<EdgeWeight>(groups.heaviest(), 1);
  std::vector<topology::LinkGraph::Link> links;
  for (Vertex v = 0; v < groups.vertices(); ++v) {
    for (const Edge& edge : groups.row(v)) {
      const auto ratio = static_cast<Cost>(heaviest) * kUnit / static_cast<Cost>(std::max<EdgeWeight>(edge.weight, 1));
      if (v < edge.to) links.push_back({v, edge.to, static_cast<std::uint64_t>(std::min<Cost>(ratio, kLongest))});
    }
  }
  return topology::LinkGraph(groups.vertices(), links);
}

}  // namespace

Surroundings Surroundings::of(const Topology& network, std::uint64_t wanted) {
  if (const auto grid = endless_grid(network)) return of_endless_grid(*grid, wanted);
  const std::uint64_t step = std::max<std::uint64_t>(network.slots() / kAskedHosts, 1);
  Counts best;
  for (Slot host = 0; host < network.slots(); host += step) {
    Counts counts = counts_from(network, host);
    if (best.empty() || radius_of(counts, wanted) < radius_of(best, wanted)) best = std::move(counts);
  }
  return of_counts(best, radius_of(best, wanted));
}

double pacmap_score(const FreeHosts& free, Slot centre, std::uint64_t wanted, const Surroundings& around) {
  return score_of(counts_of_free(free, centre, around), wanted, around);
}

Slot central_host(const FreeHosts& free, std::uint64_t wanted) {
  check_free(free, wanted);
  const Surroundings around = Surroundings::of(free.network, wanted);
  const std::size_t step = (free.hosts.size() + kMostCentres - 1) / kMostCentres;
  ShellCounts counts(free, around);
  Slot best = free.hosts[0];
  double most = score_of(counts.from(best), wanted, around);
  for (std::size_t i = step; i < free.hosts.size(); i += step) {
    const double score = score_of(counts.from(free.hosts[i]), wanted, around);
    if (score > most) most = score, best = free.hosts[i];
  }
  return best;
}

Vertex central_group(const Graph& groups) {
  constexpr Cost kApart = Cost{1} << 64;
  const topology::LinkGraph lengths = lengths_of(groups);
  topology::ShortestPaths paths(lengths);
  std::vector<Cost> sums(groups.vertices());
  const std::size_t step = (sums.size() + kMostSources - 1) / kMostSources;
  for (std::size_t source = 0; source < sums.size(); source += step) {
    const auto& ways = paths.from(source);
    for (std::size_t v = 0; v < sums.size(); ++v) {
      sums[v] += ways[v] == topology::ShortestPaths::kUnreachable ? kApart : Cost{ways[v]};
    }
  }
  return static_cast<Vertex>(std::min_element(sums.begin(), sums.end()) - sums.begin());
}

}  // namespace topomorph::mapping
