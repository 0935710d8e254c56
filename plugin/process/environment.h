// Settings as the environment has them, for code that can bear neither an exception nor a lack of memory, and those of
// mode auto.
#pragma once

#include <cstdlib>
#include <string_view>

#include "core/settings/settings.h"

namespace topomorph::process {

/// Returns the value of a setting as settings::text() does, but does not check it.
inline std::string_view raw_value(settings::Id id) {
  const settings::Setting& setting = settings::get(id);
  const char* const value = std::getenv(setting.variable);
  return value == nullptr || *value == '\0' ? setting.initial : value;
}

/// Whether a flag is 1. An invalid value counts as 0.
inline bool is_on(settings::Id flag) { return raw_value(flag) == "1"; }

/// Whether only mode auto uses the setting.
inline bool is_for_auto(settings::Id id) {
  using settings::Id;
  return id == Id::Store || id == Id::StoreLimit || id == Id::Case || id == Id::IgnoreArguments || id == Id::Drift ||
         id == Id::Margin;
}

}  // namespace topomorph::process
