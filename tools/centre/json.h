// The summary of topomorph site as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/centre/summary.h"

namespace topomorph::centre {

/// Returns all numbers of the text and of the page. What is not known is null. docs/site-records.md names the members.
nlohmann::ordered_json to_json(const Summary& summary);

}  // namespace topomorph::centre
