// Describes how a launcher distributed the ranks of a job over its hosts.
#pragma once

#include <string>
#include <vector>

#include "core/planning/job_slots.h"

namespace topomorph::planning {

/// Returns "16 ranks a node, in blocks", "4 ranks a node, in turn" or "3 to 4 ranks a node, mixed"; empty for fewer
/// than two hosts. Hosts are numbered from 0.
std::string dealing_words(const std::vector<std::size_t>& host_of_process);

/// Returns an empty text if the hosts of the job are unknown.
std::string dealing_words(const JobSlots& job);

}  // namespace topomorph::planning
