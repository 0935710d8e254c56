// What a job should know of the profile that it uses: that there is none, or that it is of another program.
#include "tools/engine/used_profile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/settings/settings.h"

namespace topomorph::engine {

namespace fs = std::filesystem;

void check_is_there(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error) || (error && error.value() != ENOENT)) return;  // the reader has words for the rest
  const bool is_default = fs::path(path).filename() == settings::get(settings::Id::Profile).initial;
  throw InputError(
      path, 0,
      fmt::format("cannot be read: {} ({})", std::strerror(ENOENT),
                  is_default ? "no profile is named by -p FILE, and topomorph profile has not written this one"
                             : "topomorph profile -o FILE writes a profile"));
}

std::string other_program_note(const std::string& profile, const std::string& program) {
  const std::string measured = formats::read_profile_meta(profile)["program"];
  if (measured.empty() || program.empty() || fs::path(measured).filename() == fs::path(program).filename()) return "";
  return fmt::format("profile {} is of {}, this is {}: used all the same", profile, measured, program);
}

}  // namespace topomorph::engine
