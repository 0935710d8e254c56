// Checks of what the environment says, and of the folder in which topomorph auto remembers.
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "core/settings/settings.h"
#include "core/support/error.h"
#include "tools/engine/automatic.h"
#include "tools/topomorph/doctor/check.h"

extern char** environ;  // NOLINT: POSIX has it in no header

namespace topomorph::cli::doctor {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "TOPOMORPH_";

/// Set by the runner, not by users.
constexpr std::string_view kOwn = "TOPOMORPH_STARTED_BY";

const settings::Setting* setting_of(std::string_view variable) {
  for (const settings::Setting& setting : settings::all()) {
    if (variable == setting.variable) return &setting;
  }
  return nullptr;
}

/// The nearest folder that exists.
fs::path existing_part(fs::path folder) {
  std::error_code none;
  while (!fs::exists(folder, none) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

}  // namespace

Finding look_at_settings(Surroundings&) {
  std::string given, unknown;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view text = *each;
    const std::string_view variable = text.substr(0, text.find('='));
    if (!variable.starts_with(kPrefix) || variable == kOwn) continue;
    const settings::Setting* setting = setting_of(variable);
    std::string& list = setting == nullptr ? unknown : given;
    list += fmt::format("{}{}", list.empty() ? "" : ", ", setting == nullptr ? variable : text);
    try {
      if (setting != nullptr) settings::text(setting->id);
    } catch (const InputError& error) {
      return {Verdict::Failure, error.what(), "correct or unset the variable"};
    }
  }
  if (!unknown.empty()) {
    return {Verdict::Warning, fmt::format("{} is no setting of TopoMorph", unknown),
            "see the environment in man topomorph"};
  }
  return {Verdict::Ok, given.empty() ? "none in the environment" : given};
}

Finding look_at_store(Surroundings&) {
  const std::string folder = engine::store_folder();
  const fs::path place = existing_part(folder);
  std::error_code none;
  if (!fs::is_directory(place, none)) {
    return {Verdict::Failure, fmt::format("{} is no folder", place.string()), "set TOPOMORPH_STORE to another one"};
  }
  if (access(place.c_str(), W_OK | X_OK) != 0) {
    return {Verdict::Failure, fmt::format("{}: {}", place.string(), std::strerror(errno)),
            "set TOPOMORPH_STORE to a folder that all hosts see and you may write"};
  }
  return {Verdict::Ok, fmt::format("{}{}", folder, place == fs::path(folder) ? "" : ", which will be made")};
}

}  // namespace topomorph::cli::doctor
