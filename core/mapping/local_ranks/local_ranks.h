// Mappings that keep local ranks: a host deals its roles to its processes in ascending order.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/portfolio/map_by_cost.h"

namespace topomorph::mapping {

/// The slots of the hosts whose processes keep their local ranks. A program that takes its GPU by its local rank, its
/// place among the ranks of its host, then finds the same GPU under any mapping.
class LocalRanks {
 public:
  /// `slots_of_hosts`: for each of these hosts its slots, in the order of its processes; every slot is on one host at
  /// most. The other slots below `slots` are free: they count as hosts of one slot.
  LocalRanks(std::vector<std::vector<Slot>> slots_of_hosts, std::uint64_t slots);

  std::size_t hosts() const { return slots_.size(); }  ///< the free slots included
  std::span<const Slot> slots(std::size_t host) const { return slots_[host]; }
  std::size_t host_of(Slot slot) const { return host_of_[slot]; }

  /// Returns the roles of each host, ascending.
  std::vector<std::vector<Role>> roles_of(const Mapping& mapping) const;
  /// Leaves every role on its host, and deals the roles of a host in ascending order to its first slots.
  void keep(Mapping& mapping) const;

 private:
  std::vector<std::vector<Slot>> slots_;
  std::vector<std::size_t> host_of_;  // by slot
};

/// Does what map_by_cost() does, among the mappings that keep local ranks: maps without that limit and with an eye to
/// the hosts alone, deals the roles of the hosts anew, and exchanges roles between hosts as long as the cost of the
/// result falls. Never worse by the model than the launcher's order, which must keep the local ranks. The mapping is
/// optimal for the exchanges of two roles if there are few roles. Pinned roles must be the first of their host. Throws
/// InputError as map_by_cost() does.
MapResult map_with_local_ranks(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                               const evaluation::CostOptions& cost, const LocalRanks& local_ranks);

}  // namespace topomorph::mapping
