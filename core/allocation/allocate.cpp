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

const std::array<std::string, 4> kAllocators{"pacmap", "best-fit", "mc1x1", "auto"};
constexpr std::string_view kPacmap = "pacmap";

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
    const std::size_t wanted = groups_.count();
    if (allocator == kPacmap) result.hosts = pacmap(free_, groups_.graph);
    if (allocator == "best-fit") result.hosts = best_fit(free_, wanted);
    if (allocator == "mc1x1") result.hosts = mc1x1(free_, wanted);
    std::vector<Slot> of_group;
    if (allocator == kPacmap) of_group = result.hosts;
    std::sort(result.hosts.begin(), result.hosts.end());
    if (options_.map.algorithm == kPacmap) {
      if (of_group.empty()) of_group = pacmap({*network_, result.hosts}, groups_.graph);
      for (const Vertex group : groups_.of_role) result.host_of_role.push_back(of_group[group]);
    } else {
      result.host_of_role = mapped_on(result.hosts);
    }
    const Evaluation cost = evaluate(affinity_, *network_, result.host_of_role, options_.slots_per_host);
    if (!cost.valid) throw InputError("the allocation is not valid: " + cost.problem);
    result.hop_bytes = options_.map.weight == Weight::Bytes ? cost.hop_bytes : cost.hop_messages;
    return result;
  }

 private:
  /// By map(), with a machine of so many slots on each host.
  std::vector<Slot> mapped_on(const std::vector<Slot>& hosts) const {
    const std::uint64_t slots = std::min<std::uint64_t>(options_.slots_per_host, affinity_.roles());
    std::shared_ptr<const Topology> topology = restrict_to(network_, hosts);
    if (slots > 1) {
      const auto machine = std::make_shared<TreeTopology>(TreeTopology::regular(std::array{slots}));
      topology = compose(topology, std::vector<std::shared_ptr<const Topology>>(hosts.size(), machine));
    }
    std::vector<Slot> host_of_role = map(affinity_, *topology, options_.map).mapping;
    for (Slot& slot : host_of_role) slot = hosts[slot / slots];
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
  for (const std::size_t next : {1U, 2U}) {
    Allocation other = request.by(kAllocators[next]);
    if (other.hop_bytes < best.hop_bytes) best = std::move(other);
  }
  return best;
}

}  // namespace topomorph
