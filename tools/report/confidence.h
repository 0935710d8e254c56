// The confidence of a report, in sentences.
#pragma once

#include <string>
#include <vector>

#include "tools/report/report.h"

namespace topomorph::report {

/// Returns a sentence for everything that limits the meaning of the numbers, and for what was measured exactly.
std::vector<std::string> confidence_of(const Report& report);

}  // namespace topomorph::report
