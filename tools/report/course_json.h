// The course of the job in a report's JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// Returns the seconds of the job in both orders, and what its links and ranks do over time; null without a replay.
nlohmann::ordered_json course_json(const Report& report);

}  // namespace topomorph::report
