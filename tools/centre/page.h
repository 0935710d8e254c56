// The summary of topomorph site as one HTML page that loads nothing else.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace topomorph::centre {

/// Returns the page for the result of to_json(), in the frame and style of the report's page.
std::string page_of(const nlohmann::ordered_json& json);

/// The scripts of page/, which CMake embeds.
namespace assets {
extern const std::string_view kScript;
}

}  // namespace topomorph::centre
