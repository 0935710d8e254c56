// Hosts and mapping for a job, together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/allocation/allocators.h"
#include "core/mapping/baselines/task_groups.h"
#include "core/mapping/map.h"

namespace topomorph::allocation {

struct AllocationOptions {
  std::string allocator = "pacmap";  ///< one of allocators()
  std::uint64_t slots_per_host = 1;
  mapping::MapOptions
      map;  ///< "pacmap": the groups' hosts as PaCMap chooses them; any other: on the hosts that were chosen
};

/// Names of the allocators: "pacmap"; "best-fit"; "mc1x1"; "search", which maps PaCMap's groups to all free hosts by
/// map(), beginning with where PaCMap has them, so that it never costs more, but does not mind in
/// what pieces it leaves the machine; "auto", which takes that one of them that costs least.
std::span<const std::string> allocators();

struct Allocation {
  std::string allocator;           ///< the one that chose
  std::vector<Slot> hosts;         ///< ascending
  std::vector<Slot> host_of_role;  ///< the network's slot of each role
  Cost hop_bytes = 0;              ///< bytes (or messages, as the options' weight says) x distance between hosts
};

/// Hosts and mapping for one application, again and again: its task groups and their centre are found once. Several
/// threads may choose() at a time.
class Allocator {
 public:
  /// The affinity must outlive this, and so must `curve`, linear_order() of the network; without one best fit finds it
  /// each time. The options' allocator and algorithm are not looked at. Throws InputError where there are no roles or
  /// no slots on a host.
  Allocator(const Affinity& affinity, std::shared_ptr<const Topology> network, const AllocationOptions& options,
            std::span<const Slot> curve = {});

  /// As allocate() does.
  Allocation choose(const std::vector<Slot>& free, const std::string& allocator, const std::string& algorithm) const;

  std::uint64_t hosts_wanted() const { return groups_.count(); }

 private:
  Allocation by(const mapping::FreeHosts& free, const std::string& allocator, const std::string& algorithm) const;
  std::vector<Slot> hosts_by(const mapping::FreeHosts& free, const std::string& allocator) const;
  std::vector<Slot> pacmap_on(const mapping::FreeHosts& free) const;
  std::vector<Slot> searched_from(const mapping::FreeHosts& free, std::vector<Slot> hosts) const;
  std::vector<Slot> mapped_on(const Allocation& given, const std::string& algorithm) const;

  const Affinity& affinity_;
  const std::shared_ptr<const Topology> network_;
  const AllocationOptions options_;
  const std::span<const Slot> curve_;
  const mapping::TaskGroups groups_;
  const mapping::Vertex centre_;
};

/// Chooses as few of the free hosts (slots of the network, ascending, each once) as have room for all roles, and puts
/// the roles there. Throws InputError for too few free hosts, an unknown allocator, and as map() does.
Allocation allocate(const Affinity& affinity, const std::shared_ptr<const Topology>& network,
                    const std::vector<Slot>& free, const AllocationOptions& options);

}  // namespace topomorph::allocation
