// Hosts and mapping for a job, together.
#include "core/allocation/allocate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/allocation/expansion.h"
#include "core/allocation/task_groups.h"
#include "core/metrics/evaluate.h"
#include "core/support/error.h"
#include "core/topology/shapes/composed.h"
#include "core/topology/shapes/restricted.h"
#include "core/topology/tree.h"

namespace topomorph {

namespace {

const std::array<std::string, 5> kAllocators{"pacmap", "best-fit", "mc1x1", "search", "auto"};
constexpr std::string_view kPacmap = "pacmap", kSearch = "search";

Slot index_of(Slot host, const std::vector<Slot>& ascending) {
  return static_cast<Slot>(std::lower_bound(ascending.begin(), ascending.end(), host) - ascending.begin());
}

/// What groups exchange, exactly; what stays in one is traffic with itself, which costs nothing.
Affinity traffic_of(const TaskGroups& groups, const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role)) {
      traffic.push_back({groups.of_role[role], groups.of_role[entry.destination], entry.bytes, entry.messages});
    }
  }
  return Affinity::from_traffic(groups.count(), std::move(traffic));
}

/// What all allocators of one request share.
class Request {
 public:
  Request(const Affinity& affinity, std::shared_ptr<const Topology> network, const std::vector<Slot>& free,
          const AllocationOptions& options)
      : affinity_(affinity),
        network_(std::move(network)),
        free_{*network_, free},
        options_(options),
        groups_(task_groups(affinity, options.slots_per_host, options.map)) {}

  Allocation by(const std::string& allocator) const {
    Allocation result{allocator, {}, {}, 0};
    const std::vector<Slot> chosen = hosts_by(allocator);
    result.hosts = chosen;
    std::sort(result.hosts.begin(), result.hosts.end());
    const bool has_groups = allocator == kPacmap || allocator == kSearch;  // the hosts are those of the groups already
    const std::vector<Slot> of_group = has_groups ? chosen : pacmap({*network_, result.hosts}, groups_.graph);
    for (const Vertex group : groups_.of_role) result.host_of_role.push_back(of_group[group]);
    if (options_.map.algorithm != kPacmap) result.host_of_role = mapped_on(result);
    const Evaluation cost = evaluate(affinity_, *network_, result.host_of_role, options_.slots_per_host);
    if (!cost.valid) throw InputError("the allocation is not valid: " + cost.problem);
    result.hop_bytes = options_.map.weight == Weight::Bytes ? cost.hop_bytes : cost.hop_messages;
    return result;
  }

 private:
  std::vector<Slot> hosts_by(const std::string& allocator) const {
    if (allocator == "best-fit") return best_fit(free_, groups_.count());
    if (allocator == "mc1x1") return mc1x1(free_, groups_.count());
    std::vector<Slot> hosts = pacmap(free_, groups_.graph);
    return allocator == kSearch ? searched_from(std::move(hosts)) : hosts;
  }

  /// By map(): the groups as roles, all free hosts as slots, PaCMap's hosts to begin with.
  std::vector<Slot> searched_from(std::vector<Slot> hosts) const {
    for (Slot& host : hosts) host = index_of(host, free_.hosts);
    MapOptions options;
    options.preset = options_.map.preset;
    options.seed = options_.map.seed;
    options.threads = options_.map.threads;
    options.weight = options_.map.weight;
    options.launcher_order = std::move(hosts);
    Mapping found = map(traffic_of(groups_, affinity_), *restrict_to(network_, free_.hosts), options).mapping;
    for (Slot& host : found) host = free_.hosts[host];
    return found;
  }

  /// By map(), with a machine of so many slots on each host, beginning with the groups' hosts.
  std::vector<Slot> mapped_on(const Allocation& given) const {
    const std::uint64_t slots = std::min<std::uint64_t>(options_.slots_per_host, affinity_.roles());
    std::shared_ptr<const Topology> topology = restrict_to(network_, given.hosts);
    if (slots > 1) {
      const auto machine = std::make_shared<TreeTopology>(TreeTopology::regular(std::array{slots}));
      topology = compose(topology, std::vector<std::shared_ptr<const Topology>>(given.hosts.size(), machine));
    }
    MapOptions options = options_.map;
    std::vector<std::uint64_t> used(given.hosts.size());
    options.launcher_order.emplace();
    for (const Slot host : given.host_of_role) {
      const Slot index = index_of(host, given.hosts);
      options.launcher_order->push_back(index * slots + used[index]++);
    }
    std::vector<Slot> host_of_role = map(affinity_, *topology, options).mapping;
    for (Slot& slot : host_of_role) slot = given.hosts[slot / slots];
    return host_of_role;
  }

  const Affinity& affinity_;
  const std::shared_ptr<const Topology> network_;
  const FreeHosts free_;
  const AllocationOptions& options_;
  const TaskGroups groups_;
};

}  // namespace

std::span<const std::string> allocators() { return kAllocators; }

Allocation allocate(const Affinity& affinity, const std::shared_ptr<const Topology>& network,
                    const std::vector<Slot>& free, const AllocationOptions& options) {
  if (std::find(kAllocators.begin(), kAllocators.end(), options.allocator) == kAllocators.end()) {
    throw InputError(
        fmt::format("unknown allocator \"{}\", expected one of {}", options.allocator, fmt::join(kAllocators, ", ")));
  }
  if (affinity.roles() == 0 || options.slots_per_host == 0) {
    throw InputError("found no roles or no slots on a host, expected at least one");
  }
  check_free({*network, free}, (affinity.roles() - 1) / options.slots_per_host + 1);
  const Request request(affinity, network, free, options);
  if (options.allocator != "auto") return request.by(options.allocator);
  Allocation best = request.by(kAllocators[0]);
  for (const std::size_t next : {1U, 2U, 3U}) {
    Allocation other = request.by(kAllocators[next]);
    if (other.hop_bytes < best.hop_bytes) best = std::move(other);
  }
  return best;
}

}  // namespace topomorph
