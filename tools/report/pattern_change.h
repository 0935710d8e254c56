// The difference between the patterns of two reports.
#pragma once

#include <optional>

#include "tools/report/report.h"

namespace topomorph::report {

/// Returns the percentage of bytes that go between other pairs of ranks in the second run than in the first
/// (core/evaluation/pattern_difference.h). The length of the runs does not count. Returns nothing if the numbers of
/// ranks differ.
std::optional<double> pattern_change_percent(const Report& first, const Report& second);

}  // namespace topomorph::report
