// A report as JSON: what `report --json` prints and what the page is drawn from.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// What is not known is null. The fields: docs/report.md.
nlohmann::ordered_json to_json(const Report& report);

/// {"compare": [first, second], "pattern_change_percent": …}
nlohmann::ordered_json to_json(const Report& first, const Report& second);

}  // namespace topomorph::report
