// The files of page/, embedded by CMake.
#pragma once

#include <string_view>

namespace topomorph::report::assets {

extern const std::string_view kFrame;   ///< page.html, with {{style}}, {{script}} and {{data}}
extern const std::string_view kStyle;   ///< page.css
extern const std::string_view kScript;  ///< all scripts, concatenated

}  // namespace topomorph::report::assets
