// How a launcher has dealt the ranks of a job out to its hosts, in words.
#pragma once

#include <string>
#include <vector>

#include "core/planning/job_slots.h"

namespace topomorph::planning {

/// "16 ranks a node, in blocks", "4 ranks a node, in turn", "3 to 4 ranks a node, mixed"; `host_of_process` are numbers
/// from 0. Empty for fewer than two hosts.
std::string dealing_words(const std::vector<std::size_t>& host_of_process);

/// Of a job whose hosts are known; else empty.
std::string dealing_words(const JobSlots& job);

}  // namespace topomorph::planning
