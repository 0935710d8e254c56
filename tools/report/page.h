// A report as one page that needs nothing else: no network, no other file.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace topomorph::report {

/// The HTML page of what to_json() made of one report or of two. The data is in it once, as the very JSON that
/// `report --json` prints; '<' is written as \u003c there, so that nothing in it can end the block.
std::string page_of(const nlohmann::ordered_json& json);

}  // namespace topomorph::report
