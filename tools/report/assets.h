// The page's parts, as CMake puts the files of page/ into the program.
#pragma once

#include <string_view>

namespace topomorph::report::assets {

extern const std::string_view kFrame;   ///< page.html, with {{style}}, {{script}} and {{data}}
extern const std::string_view kStyle;   ///< page.css
extern const std::string_view kScript;  ///< all scripts, one behind the other

}  // namespace topomorph::report::assets
