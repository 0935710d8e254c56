// Chooses hosts and mapping of a job together.
#include "core/allocation/allocate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/evaluation/evaluate.h"
#include "core/mapping/baselines/expansion.h"
#include "core/mapping/baselines/pacmap_centre.h"
#include "core/mapping/portfolio/registry.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::allocation {

namespace {

const std::array<std::string, 6> kAllocators{"pacmap", "best-fit", "mc1x1", "search", "topomatch", "auto"};
constexpr std::string_view kPacmap = "pacmap", kSearch = "search", kTopomatch = "topomatch";

Slot index_of(Slot host, const std::vector<Slot>& ascending) {
  return static_cast<Slot>(std::lower_bound(ascending.begin(), ascending.end(), host) - ascending.begin());
}

void check_request(const Affinity& affinity, const AllocationOptions& options) {
  if (affinity.roles() > 0 && options.slots_per_host > 0) return;
  throw InputError("found no roles or no slots on a host, expected at least one");
}

mapping::TaskGroups groups_of(const Affinity& affinity, const AllocationOptions& options) {
  check_request(affinity, options);
  return mapping::task_groups(affinity, options.slots_per_host, options.map);
}

/// Returns whether the algorithm starts from a given order.
bool begins_with_an_order(const std::string& algorithm) {
  const mapping::RegisteredAlgorithm* known = mapping::registered_algorithm(algorithm);
  return known == nullptr || !known->verbatim;
}

}  // namespace

std::span<const std::string> allocators() { return kAllocators; }

Allocator::Allocator(const Affinity& affinity, std::shared_ptr<const Topology> network,
                     const AllocationOptions& options, std::span<const Slot> curve)
    : affinity_(affinity),
      network_(std::move(network)),
      options_(options),
      curve_(curve),
      groups_(groups_of(affinity, options)),
      centre_(mapping::central_group(groups_.graph)) {}

Allocation Allocator::choose(const std::vector<Slot>& free, const std::string& allocator,
                             const std::string& algorithm) const {
  if (std::find(kAllocators.begin(), kAllocators.end(), allocator) == kAllocators.end()) {
    throw InputError(
        fmt::format("unknown allocator \"{}\", expected one of {}", allocator, fmt::join(kAllocators, ", ")));
  }
  const mapping::FreeHosts hosts{*network_, free, curve_};
  mapping::check_free(hosts, hosts_wanted());
  if (allocator != "auto") return by(hosts, allocator, algorithm);
  Allocation best = by(hosts, kAllocators[0], algorithm);
  for (const char* next : {"best-fit", "mc1x1", "search"}) {
    Allocation other = by(hosts, next, algorithm);
    if (other.hop_bytes < best.hop_bytes) best = std::move(other);
  }
  return best;
}

Allocation Allocator::by(const mapping::FreeHosts& free, const std::string& allocator,
                         const std::string& algorithm) const {
  Allocation result{allocator, {}, {}, 0};
  const std::vector<Slot> chosen = hosts_by(free, allocator);
  result.hosts = chosen;
  std::sort(result.hosts.begin(), result.hosts.end());
  if (algorithm == kPacmap || begins_with_an_order(algorithm)) {
    const bool has_groups = allocator == kPacmap || allocator == kSearch ||
                            allocator == kTopomatch;  // these hosts are in the order of the groups already
    const std::vector<Slot> of_group = has_groups ? chosen : pacmap_on({*network_, result.hosts});
    for (const mapping::Vertex group : groups_.of_role) result.host_of_role.push_back(of_group[group]);
  }
  if (algorithm != kPacmap) result.host_of_role = mapped_on(result, algorithm);
  const evaluation::Evaluation cost =
      evaluation::evaluate(affinity_, *network_, result.host_of_role, options_.slots_per_host);
  if (!cost.valid) throw InputError("the allocation is not valid: " + cost.problem);
  result.hop_bytes = cost.cost(options_.map.weight);
  return result;
}

std::vector<Slot> Allocator::hosts_by(const mapping::FreeHosts& free, const std::string& allocator) const {
  if (allocator == "best-fit") return best_fit(free, hosts_wanted());
  if (allocator == "mc1x1") return mc1x1(free, hosts_wanted());
  if (allocator == kTopomatch) return topomatch_on(free, traffic_between(groups_, affinity_), options_.map);
  std::vector<Slot> hosts = pacmap_on(free);
  return allocator == kSearch && hosts.size() > 1 ? searched_from(free, std::move(hosts)) : hosts;
}

std::vector<Slot> Allocator::pacmap_on(const mapping::FreeHosts& free) const {
  return mapping::pacmap(free, groups_.graph, centre_);
}

/// Maps the groups to all free hosts with map(), starting from PaCMap's hosts.
std::vector<Slot> Allocator::searched_from(const mapping::FreeHosts& free, std::vector<Slot> hosts) const {
  for (Slot& host : hosts) host = index_of(host, free.hosts);
  mapping::MapOptions options;
  options.seed = options_.map.seed;
  options.threads = options_.map.threads;
  options.weight = options_.map.weight;
  options.preset = options_.map.preset;
  options.launcher_order = std::move(hosts);
  Mapping found =
      mapping::map(mapping::traffic_between(groups_, affinity_), *topology::restrict_to(network_, free.hosts), options)
          .mapping;
  for (Slot& host : found) host = free.hosts[host];
  return found;
}

/// Maps the roles with map() to a machine of slots_per_host slots on each host, starting from the groups' hosts if they
/// are known.
std::vector<Slot> Allocator::mapped_on(const Allocation& given, const std::string& algorithm) const {
  const std::uint64_t slots = std::min<std::uint64_t>(options_.slots_per_host, affinity_.roles());
  std::shared_ptr<const Topology> topology = topology::restrict_to(network_, given.hosts);
  if (slots > 1) {
    const auto machine = std::make_shared<TreeTopology>(TreeTopology::regular(std::array{slots}));
    topology = topology::compose(topology, std::vector<std::shared_ptr<const Topology>>(given.hosts.size(), machine));
  }
  mapping::MapOptions options = options_.map;
  options.algorithm = algorithm;
  std::vector<std::uint64_t> used(given.hosts.size());
  if (!given.host_of_role.empty()) options.launcher_order.emplace();
  for (const Slot host : given.host_of_role) {
    const Slot index = index_of(host, given.hosts);
    options.launcher_order->push_back(index * slots + used[index]++);
  }
  std::vector<Slot> host_of_role = mapping::map(affinity_, *topology, options).mapping;
  for (Slot& slot : host_of_role) slot = given.hosts[slot / slots];
  return host_of_role;
}

Allocation allocate(const Affinity& affinity, const std::shared_ptr<const Topology>& network,
                    const std::vector<Slot>& free, const AllocationOptions& options) {
  check_request(affinity, options);
  mapping::check_free({*network, free},
                      (affinity.roles() - 1) / options.slots_per_host + 1);  // checks before groups are built
  return Allocator(affinity, network, options, options.curve).choose(free, options.allocator, options.map.algorithm);
}

}  // namespace topomorph::allocation
