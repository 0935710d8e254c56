// Finds the folder of the store.
#include <cstdlib>
#include <filesystem>

#include "core/base/error.h"
#include "core/settings/settings.h"
#include "tools/engine/automatic.h"

namespace topomorph::engine {
namespace {

/// As the XDG base directory specification requires, a relative path counts as no path.
std::string absolute_path(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value == '/' ? value : "";
}

}  // namespace

std::string store_folder() {
  if (const std::string given = settings::text(settings::Id::Store); !given.empty()) {
    return std::filesystem::absolute(given).lexically_normal().string();
  }
  if (const std::string state = absolute_path("XDG_STATE_HOME"); !state.empty()) return state + "/topomorph";
  if (const std::string home = absolute_path("HOME"); !home.empty()) return home + "/.local/state/topomorph";
  throw InputError("no HOME, no XDG_STATE_HOME and no TOPOMORPH_STORE: nowhere to keep profiles");
}

}  // namespace topomorph::engine
