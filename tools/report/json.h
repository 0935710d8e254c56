// A report as JSON, the output of `report --json`, and as one HTML page that loads nothing else.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tools/report/report.h"

namespace topomorph::report {

/// Values that are not known are null. Fields: docs/report.md.
nlohmann::ordered_json to_json(const Report& report);

/// Returns {"compare": [first, second], "pattern_change_percent": …}.
nlohmann::ordered_json to_json(const Report& first, const Report& second);

/// What a page is of. All have the same frame, style, and scripts for elements, numbers and sections.
struct PageKind {
  std::string_view title;    ///< above the page
  std::string_view command;  ///< prints the same numbers as text
  std::string_view script;   ///< makes the sections; runs after kSharedScript
};

/// Returns a page that contains `json` once. '<' is written as \u003c in it, so that no text can end the block.
std::string page_of(const PageKind& kind, const nlohmann::ordered_json& json);

/// Returns the page for the result of to_json(), which is the JSON of `report --json`.
std::string page_of(const nlohmann::ordered_json& json);

/// The files of page/, which CMake embeds.
namespace assets {
extern const std::string_view kFrame;  ///< page.html, with {{title}}, {{command}}, {{style}}, {{script}} and {{data}}
extern const std::string_view kStyle;  ///< page.css
extern const std::string_view kSharedScript;  ///< the scripts that all pages have
extern const std::string_view kScript;        ///< the report's own scripts
}  // namespace assets

}  // namespace topomorph::report
