// Whether two reported runs have the same pattern.
#pragma once

#include <optional>

#include "tools/report/report.h"

namespace topomorph::report {

/// Percent of the bytes that go between other pairs of ranks in the second run than in the first: 0 for the same
/// pattern, also of another length (core/evaluation/pattern_difference.h). Nothing where the numbers of ranks differ.
std::optional<double> pattern_change_percent(const Report& first, const Report& second);

}  // namespace topomorph::report
