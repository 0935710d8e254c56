// The last part of a path, and what is in front of it.
#pragma once

#include <string_view>

namespace topomorph::inline base {

/// Returns "app" for "/home/me/app" and for "app". Takes no memory.
constexpr std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// Returns "/home/me/" for "/home/me/app" and "./" for "app". Takes no memory.
constexpr std::string_view folder_name(std::string_view path) {
  const std::size_t end = path.size() - file_name(path).size();
  return end == 0 ? "./" : path.substr(0, end);
}

}  // namespace topomorph::inline base
