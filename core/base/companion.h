// Where the other programs and the library of an installation are: found from the place of one of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace topomorph::inline base {

/// The file `name` in the folder that is at `installed` from `folder` (Debian has lib/x86_64-linux-gnu), or in a build
/// at `built`; empty where there is none. The folder must be free of symbolic links: ".." is taken as a word.
inline std::string companion(const std::filesystem::path& folder, std::string_view installed, std::string_view built,
                             std::string_view name) {
  std::error_code none;
  for (const std::string_view way : {installed, built}) {
    const std::filesystem::path file = (folder / way / name).lexically_normal();
    if (std::filesystem::exists(file, none)) return file.string();
  }
  return "";
}

}  // namespace topomorph::inline base
