// Places the processes of a job on a described machine or network.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/planning/job_slots.h"
#include "core/topology/spec.h"

namespace topomorph::planning {

/// Places process p on slot `slots[p]` of a machine that holds the whole job; on slot p if `slots` is empty. Throws
/// InputError for a machine that is too small; `spec` is its name in the message.
JobSlots on_machine(const std::string& spec, const GivenTopology& machine, std::vector<std::uint64_t> slots,
                    std::size_t processes);

/// Places the job's hosts in a network that names its hosts; `source` is its name in the message. Returns nothing if
/// the network cannot serve this request, or does not name all hosts; `missing` is then one of them. Throws InputError.
std::optional<JobSlots> on_named_hosts(const TopologyRequest& request, const GivenTopology& network,
                                       const std::string& source, std::string& missing);

/// Returns the job of some of the processes, ascending, each on the slot that it has in `job`. Throws InputError.
JobSlots part_of(const JobSlots& job, std::span<const std::uint64_t> members);

}  // namespace topomorph::planning
