// How sure a report is of what it says.
#pragma once

#include <string>
#include <vector>

#include "tools/report/report.h"

namespace topomorph::report {

/// A sentence for everything that limits what the numbers mean, and for what was really seen.
std::vector<std::string> confidence_of(const Report& report);

}  // namespace topomorph::report
