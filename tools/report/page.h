// A report as one HTML page that loads nothing else.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace topomorph::report {

/// Returns the page for the result of to_json(). The page contains the JSON of `report --json` once. '<' is written as
/// \u003c in it, so that no text can end the block.
std::string page_of(const nlohmann::ordered_json& json);

/// The files of page/, which CMake embeds.
namespace assets {
extern const std::string_view kFrame;   ///< page.html, with {{style}}, {{script}} and {{data}}
extern const std::string_view kStyle;   ///< page.css
extern const std::string_view kScript;  ///< all scripts, concatenated
}  // namespace assets

}  // namespace topomorph::report
