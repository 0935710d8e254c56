// The processes of a job on a machine or a network that somebody described.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/planning/job_slots.h"
#include "core/topology/spec.h"

namespace topomorph::planning {

/// Process p on slot `slots[p]` of a machine that holds the whole job; on slot p where `slots` is empty. Throws
/// InputError for a machine that is too small; `spec` is its name for that.
JobSlots on_machine(const std::string& spec, const GivenTopology& machine, std::vector<std::uint64_t> slots,
                    std::size_t processes);

/// The job's hosts in a network that names its own; `source` is what the message calls it. Nothing where it does not
/// name all of them (`missing` is one then), or cannot serve this request. Throws InputError.
std::optional<JobSlots> on_named_hosts(const TopologyRequest& request, const GivenTopology& network,
                                       const std::string& source, std::string& missing);

}  // namespace topomorph::planning
