// The profile that a plan is made from.
#include "tools/engine/planned_profile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>

#include "core/base/error.h"
#include "core/base/folder.h"
#include "core/base/system_error.h"
#include "core/base/trusted_path.h"
#include "core/decision/candidate_orders.h"
#include "core/formats/profile/reader.h"
#include "core/store/store.h"

namespace topomorph::engine {
namespace {

namespace fs = std::filesystem;

void check_is_there(const std::string& path, bool is_default) {
  std::error_code error;
  if (fs::exists(path, error) || (error && error.value() != ENOENT)) return;  // the reader reports other errors
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

/// Opens a profile that nobody has named: in a folder like /tmp another user can have put it there.
formats::ProfileFile default_profile(const std::string& path) {
  std::string name;
  const Folder folder = Folder::of_file(path, name);
  Descriptor file = folder.open_file(name);
  struct stat status {};
  if (fstat(file.get(), &status) != 0) fail_by_errno(path, "cannot be examined");
  if (is_of_caller_or_root(status)) return {std::move(file), path};
  throw InputError(path, 0, "belongs to another user, who may have put it there; -p FILE uses it");
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
  check_is_there(options.profile, options.is_default);
  check_regular(options.profile);
  if (options.is_default) return default_profile(options.profile);
  return options.profile;
}

mapping::Preset preset_for(const formats::ProfileFile& profile) {
  return profile.empty() ? mapping::Preset::Default : decision::preset_for(formats::read_profile_ranks(profile));
}

std::string other_program_note(const formats::ProfileFile& profile, const std::string& program) {
  const std::string measured = formats::read_profile_meta(profile)["program"];
  if (measured.empty() || program.empty() || fs::path(measured).filename() == fs::path(program).filename()) return "";
  return fmt::format("profile {} is of {}, this is {}: used nevertheless", profile.path(), measured, program);
}

}  // namespace topomorph::engine
