// Finds the other programs and the library of an installation, from the folder of one of them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace topomorph::inline base {

/// Returns the path of file `name`, in the folder that lies at `installed` relative to `folder` (Debian has
/// lib/x86_64-linux-gnu), or, in a build tree, at `built`. Empty if there is none. `folder` must contain no symbolic
/// links, because ".." is resolved as text.
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
