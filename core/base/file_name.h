// The last part of a path.
#pragma once

#include <string_view>

namespace topomorph::inline base {

/// Returns "app" for "/home/me/app" and for "app". Takes no memory.
constexpr std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace topomorph::inline base
