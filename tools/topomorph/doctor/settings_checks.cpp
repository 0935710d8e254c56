// Checks of what the environment says, and of the folder in which topomorph auto remembers.
#include <filesystem>

#include <fmt/format.h>

#include "core/settings/settings.h"
#include "core/store/store.h"
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

/// Opens it as topomorph auto does at the start of a job.
Finding look_at_store(Surroundings&) {
  constexpr const char* kElsewhere = "set TOPOMORPH_STORE to a folder that all hosts see and you may write";
  std::string folder;
  try {
    folder = engine::store_folder();
  } catch (const InputError& error) {
    return {Verdict::Warning, fmt::format("{}; topomorph auto alone needs a place", error.what()), kElsewhere};
  }
  std::error_code none;
  const bool is_there = fs::exists(folder, none);
  try {
    store::Store(folder).try_out();
  } catch (const InputError& error) {
    return {Verdict::Failure, fmt::format("topomorph auto cannot remember: {}", error.what()), kElsewhere};
  }
  return {Verdict::Ok, fmt::format("{}{}", folder, is_there ? "" : ", which will be made")};
}

}  // namespace topomorph::cli::doctor
