// Checks the settings in the environment and the store of topomorph auto.
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/settings/settings.h"
#include "core/settings/unknown.h"
#include "core/store/store.h"
#include "tools/engine/automatic.h"
#include "tools/topomorph/doctor/check.h"

namespace topomorph::cli::doctor {

namespace fs = std::filesystem;

Finding look_at_settings(Surroundings&) {
  std::string given;
  for (const settings::Setting& setting : settings::all()) {
    const char* const value = std::getenv(setting.variable);
    if (value == nullptr) continue;
    given += fmt::format("{}{}={}", given.empty() ? "" : ", ", setting.variable, value);
    try {
      settings::text(setting.id);
    } catch (const InputError& error) {
      return {Verdict::Failure, error.what(), "correct or unset the variable"};
    }
  }
  if (const std::string unknown = settings::unknown_variables_text(); !unknown.empty()) {
    return {Verdict::Warning, fmt::format("no setting of TopoMorph: {}", unknown),
            "see the environment in man topomorph"};
  }
  return {Verdict::Ok, given.empty() ? "none in the environment" : given};
}

/// Opens the store as topomorph auto does at the start of a job.
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
