// The summary of topomorph site for a terminal.
#pragma once

#include <string>

#include "tools/centre/summary.h"

namespace topomorph::centre {

/// Returns a paragraph about all jobs, a table for each ranking that has rows, and one for the stores.
std::string as_text(const Summary& summary);

}  // namespace topomorph::centre
