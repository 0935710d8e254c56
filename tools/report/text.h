// A report for the terminal.
#pragma once

#include <string>

#include "tools/report/report.h"

namespace topomorph::report {

/// Who ran where; traffic by distance now and in the best order found; busiest pairs, hosts and links; phases, calls
/// and sizes; what reordering would save, and how sure that is. Control characters in names are '?'.
std::string as_text(const Report& report);

/// Two reports beside each other, with the change from the first to the second.
std::string compared_text(const Report& first, const Report& second);

}  // namespace topomorph::report
