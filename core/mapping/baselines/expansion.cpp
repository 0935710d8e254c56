// PaCMap's expansion [Tuncer 2015, section 3.3]: places group after group, each on the host where it costs least.
#include "core/mapping/baselines/expansion.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "core/mapping/baselines/pacmap_centre.h"
#include "core/topology/shapes/grid.h"

namespace topomorph::mapping {

Expansion::Expansion(const FreeHosts& free, const Graph& groups, HostKinds kinds)
    : network_(free.network),
      groups_(groups),
      kinds_(std::move(kinds)),
      free_(free.hosts),
      is_free_(free.network.slots()),
      host_of_(groups.vertices(), kNoHost),
      pull_(groups.vertices()) {
  for (const Slot host : free_) is_free_[host] = 1;
  for (Vertex group = 0; group < groups.vertices(); ++group) queue_.push_back({0, group});
  const topology::GridTopology* grid = topology::as_grid(network_);
  if (grid == nullptr || !GridWindow::suits(*grid) || !GridWindow::has_equal_costs(*grid)) return;
  window_ = std::make_unique<GridWindow>(*grid, free_, GridWindow::Shells::Diamonds);
}

bool Expansion::fits(Vertex group, Slot host) const {
  return kinds_.of_host.empty() || group == kNoVertex || kinds_.of_host[host] == kinds_.of_group[group];
}

std::vector<Slot> Expansion::nearest(Slot from, Vertex group) const {
  std::vector<Slot> hosts;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (const Slot host : free_) {
    if (!is_free_[host] || !fits(group, host)) continue;
    const std::uint64_t distance = network_.distance(from, host);
    if (distance < least) hosts.clear();
    least = std::min(least, distance);
    if (distance == least) hosts.push_back(host);
  }
  return hosts;
}

void Expansion::widen(Slot taken) {
  std::vector<Slot> merged;
  auto around = window_ ? window_->first_free(taken) : std::nullopt;
  if (!around) around = nearest(taken, kNoVertex);
  std::set_union(frame_.begin(), frame_.end(), around->begin(), around->end(), std::back_inserter(merged));
  frame_ = std::move(merged);
}

void Expansion::take(Slot host) {
  is_free_[host] = 0;
  if (window_) window_->take(host);
  if (2 * ++gone_ > free_.size()) {
    std::erase_if(free_, [&](Slot other) { return is_free_[other] == 0; });
    gone_ = 0;
  }
  const auto at = std::lower_bound(frame_.begin(), frame_.end(), host);
  if (at != frame_.end() && *at == host) frame_.erase(at);
}

bool Expansion::waits(const Waiting& entry) const {
  return host_of_[entry.group] == kNoHost && pull_[entry.group] == entry.pull;
}

void Expansion::place(Vertex group, Slot host) {
  host_of_[group] = host;
  taken_.push_back(host);
  take(host);
  for (const Edge& edge : groups_.row(group)) {
    pull_[edge.to] += edge.weight;
    if (edge.weight == 0 || host_of_[edge.to] != kNoHost) continue;
    queue_.push_back({pull_[edge.to], edge.to});
    std::push_heap(queue_.begin(), queue_.end());
  }
  while (!queue_.empty() && !waits(queue_.front())) {
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
  }
  widen(host);
}

Vertex Expansion::heaviest() const { return queue_.empty() ? kNoVertex : queue_.front().group; }

unsigned __int128 Expansion::overhead(Vertex group, Slot host) const {
  unsigned __int128 sum = 0;
  for (const Edge& edge : groups_.row(group)) {
    if (host_of_[edge.to] == kNoHost) continue;
    sum += static_cast<unsigned __int128>(edge.weight) * network_.distance(host, host_of_[edge.to]);
  }
  return sum;
}

Slot Expansion::best_host(Vertex group) const {
  std::vector<Slot> candidates;
  std::copy_if(frame_.begin(), frame_.end(), std::back_inserter(candidates),
               [&](Slot host) { return fits(group, host); });
  if (candidates.empty()) candidates = nearest(taken_.front(), group);
  std::optional<std::pair<unsigned __int128, std::uint64_t>> least;
  Slot best = candidates.front();
  for (const Slot host : candidates) {
    const std::pair cost(overhead(group, host), network_.distance(taken_.front(), host));
    if (!least || cost < *least) least = cost, best = host;
  }
  return best;
}

void Expansion::finish() {
  for (Vertex group = heaviest(); group != kNoVertex; group = heaviest()) place(group, best_host(group));
}

namespace {

std::vector<Slot> pacmap_from(const FreeHosts& free, const Graph& groups, HostKinds kinds, Vertex group) {
  FreeHosts candidates{free.network, {}};
  std::copy_if(free.hosts.begin(), free.hosts.end(), std::back_inserter(candidates.hosts),
               [&](Slot host) { return kinds.of_host.empty() || kinds.of_host[host] == kinds.of_group[group]; });
  const Slot centre = central_host(candidates, std::min(groups.vertices(), candidates.hosts.size()));
  Expansion expansion(free, groups, std::move(kinds));
  expansion.place(group, centre);
  expansion.finish();
  return expansion.host_of();
}

}  // namespace

std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, HostKinds kinds) {
  check_free(free, groups.vertices());
  return pacmap_from(free, groups, std::move(kinds), central_group(groups));
}

std::vector<Slot> pacmap(const FreeHosts& free, const Graph& groups, Vertex centre) {
  check_free(free, groups.vertices());
  return pacmap_from(free, groups, {}, centre);
}

}  // namespace topomorph::mapping
