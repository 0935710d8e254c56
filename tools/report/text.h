// A report as text for the terminal.
#pragma once

#include <string>

#include "tools/report/report.h"

namespace topomorph::report {

/// Returns ranks and hosts, traffic by distance in the present and the best order, busiest pairs, hosts and links,
/// phases, calls and sizes, saving, and confidence. Control characters in names become '?'.
std::string as_text(const Report& report);

/// Returns two reports beside each other, with the change from the first to the second.
std::string compared_text(const Report& first, const Report& second);

}  // namespace topomorph::report
