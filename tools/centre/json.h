// The summary of topomorph site as JSON, and as one HTML page that loads nothing else.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/centre/summary.h"

namespace topomorph::centre {

/// Returns all numbers of the text and of the page. What is not known is null. docs/site-records.md names the members.
nlohmann::ordered_json to_json(const Summary& summary);

/// Returns the page for the result of to_json(), in the frame and style of the report's page.
std::string page_of(const nlohmann::ordered_json& json);

/// The scripts of page/, which CMake embeds.
namespace assets {
extern const std::string_view kScript;
}

}  // namespace topomorph::centre
