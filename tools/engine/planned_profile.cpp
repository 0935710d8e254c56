// The profile that a plan is made from.
#include "tools/engine/planned_profile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/formats/profile/reader.h"
#include "core/settings/settings.h"
#include "core/store/store.h"

namespace topomorph::engine {
namespace {

namespace fs = std::filesystem;

void check_is_there(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error) || (error && error.value() != ENOENT)) return;  // the reader reports other errors
  const bool is_default = fs::path(path).filename() == settings::get(settings::Id::Profile).initial;
  throw InputError(path, 0,
                   fmt::format("cannot be read: {} ({})", std::strerror(ENOENT),
                               is_default ? "topomorph profile writes it, and -p FILE names another profile"
                                          : "topomorph profile -o FILE writes a profile"));
}

/// Refuses a pipe: reading it could take as long as the job waits.
void check_regular(const std::string& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    throw InputError(path, 0, fs::is_directory(status) ? "is a folder" : "is no regular file");
  }
}

/// `path` is STORE/CASE/NAME.
formats::ProfileFile kept_profile(const fs::path& path) {
  const fs::path folder = path.parent_path();
  return store::Store(folder.parent_path().string())
      .folder_of(folder.filename().string())
      .profile(path.filename().string());
}

}  // namespace

formats::ProfileFile planned_profile(const PlanOptions& options) {
  if (options.profile.empty()) return {};
  if (options.is_kept) return kept_profile(options.profile);
  check_is_there(options.profile);
  check_regular(options.profile);
  return options.profile;
}

std::string other_program_note(const formats::ProfileFile& profile, const std::string& program) {
  const std::string measured = formats::read_profile_meta(profile)["program"];
  if (measured.empty() || program.empty() || fs::path(measured).filename() == fs::path(program).filename()) return "";
  return fmt::format("profile {} is of {}, this is {}: used nevertheless", profile.path(), measured, program);
}

}  // namespace topomorph::engine
