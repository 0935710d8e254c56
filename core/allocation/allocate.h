// Chooses hosts and mapping of a job together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/allocation/allocators.h"
#include "core/mapping/baselines/free_hosts.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/mapping/portfolio/map.h"

namespace topomorph::allocation {

struct AllocationOptions {
  std::string allocator = "pacmap";  ///< one of allocators()
  std::uint64_t slots_per_host = 1;
  mapping::MapOptions map;  ///< algorithm "pacmap": PaCMap's hosts of the groups; any other: maps onto the chosen hosts
  std::vector<Slot> curve = {};  ///< order of the network's slots that best fit follows; empty: linear_order()
};

/// The names of the allocators: "pacmap", "best-fit", "mc1x1", "search", "topomatch" and "auto". "search" maps PaCMap's
/// groups to all free hosts with map(), starting from PaCMap's hosts. It never costs more than "pacmap", but does not
/// consider how it fragments the machine. "topomatch" is topomatch_on(). "auto" takes the cheapest result of the first
/// four.
std::span<const std::string> allocators();

struct Allocation {
  std::string allocator;           ///< the one that chose
  std::vector<Slot> hosts;         ///< ascending
  std::vector<Slot> host_of_role;  ///< slot of the network for each role
  Cost hop_bytes = 0;              ///< bytes (or messages, by the options' weight) x distance between hosts
};

/// Chooses hosts and mappings for one application repeatedly; computes its task groups and their centre once. Several
/// threads may call choose() concurrently.
class Allocator {
 public:
  /// `affinity` and `curve` must outlive this object. `curve` has all slots of the network in the order that best fit
  /// follows; without it best fit computes linear_order() each time. Ignores the options' allocator, algorithm and
  /// curve. Throws InputError if there are no roles or no slots on a host.
  Allocator(const Affinity& affinity, std::shared_ptr<const Topology> network, const AllocationOptions& options,
            std::span<const Slot> curve = {});

  /// Chooses as allocate() does.
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

/// Chooses the fewest free hosts with room for all roles, and puts the roles there. `free` are slots of the network,
/// ascending, each once. Throws InputError for too few free hosts, an unknown allocator, and as map() does.
Allocation allocate(const Affinity& affinity, const std::shared_ptr<const Topology>& network,
                    const std::vector<Slot>& free, const AllocationOptions& options);

}  // namespace topomorph::allocation
