// The parts of a report, as text.
#pragma once

#include <string>

#include "core/affinity/affinity.h"
#include "core/metrics/evaluate.h"
#include "core/profile/profile.h"

namespace topomorph::cli {

/// Program, ranks and hosts, MPI, date.
std::string describe_job(const Profile& profile);
/// Bytes and messages at each distance.
std::string describe_levels(const Evaluation& evaluation);
/// The pairs with the most bytes; hosts are named where they are known.
std::string describe_pairs(const Profile& profile, const Affinity& affinity);
/// MPI functions by the time spent in them, all ranks and phases together.
std::string describe_calls(const Profile& profile);
/// How many messages of which size.
std::string describe_sizes(const Profile& profile);

}  // namespace topomorph::cli
