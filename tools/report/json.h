// A report as JSON: the output of `report --json` and the input of the page.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// Values that are not known are null. Fields: docs/report.md.
nlohmann::ordered_json to_json(const Report& report);

/// Returns {"compare": [first, second], "pattern_change_percent": …}.
nlohmann::ordered_json to_json(const Report& first, const Report& second);

}  // namespace topomorph::report
