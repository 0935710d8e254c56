// A report as one HTML page that loads nothing else.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace topomorph::report {

/// Returns the page for the result of to_json(). The page contains the JSON of `report --json` once. '<' is written as
/// \u003c in it, so that no text can end the block.
std::string page_of(const nlohmann::ordered_json& json);

}  // namespace topomorph::report
