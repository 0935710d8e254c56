// Marks a profile whose measured network cannot be relied on.
#pragma once

#include <string>

#include "core/formats/profile/writer.h"

namespace topomorph::engine {

/// Judges the pairs that the writer has got, and marks the profile if they are doubtful. To be called before commit().
/// Returns the clause for the job's line; empty if there is no doubt, and for a job on one host, whose predictions use
/// no measured network.
std::string mark_doubtful_network(formats::ProfileWriter& writer);

}  // namespace topomorph::engine
