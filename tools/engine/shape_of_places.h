// The places of a job's processes as text, without the names of hosts.
#pragma once

#include <string>

#include "core/planning/job_slots.h"

namespace topomorph::engine {

/// Returns a text that is the same for jobs whose processes are equally far from each other: nodes are numbered in the
/// order in which processes meet them.
std::string shape_of_places(const planning::JobSlots& job);

}  // namespace topomorph::engine
