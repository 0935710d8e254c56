// The orders that launchers offer by themselves, and how a launcher dealt the ranks of a job to its hosts.
#pragma once

#include <string>
#include <vector>

#include "core/model/mapping.h"
#include "core/planning/job_slots.h"

namespace topomorph::planning {

struct StandardOrder {
  std::string name;  ///< as Open MPI's --map-by has it: "slot", "node"; "switch" and what is made of two of them
  Mapping mapping;
};

/// Returns the slots in turns: one of each part, then the next one of each. `part_of` has the part of each slot.
Mapping in_turns(const std::vector<std::uint32_t>& part_of);

/// Returns the orders of this many roles: host after host (slot), one on each host in turn (node); on trees with
/// switches also one under each switch in turn (switch), and one on each host of a switch in turn, switch after switch
/// (node-switch). Each once; none on a single host, and none with fewer roles than slots.
std::vector<StandardOrder> standard_orders(const JobSlots& job, std::uint64_t roles);

/// Returns "16 ranks a node, in blocks", "4 ranks a node, in turn" or "3 to 4 ranks a node, mixed"; empty for fewer
/// than two hosts. Hosts are numbered from 0.
std::string dealing_words(const std::vector<std::size_t>& host_of_process);

/// Returns an empty text if the hosts of the job are unknown.
std::string dealing_words(const JobSlots& job);

}  // namespace topomorph::planning
