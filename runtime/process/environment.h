// Settings as the environment has them, for code that can bear neither an exception nor a lack of memory.
#pragma once

#include <string_view>

#include "core/settings/settings.h"

namespace topomorph::process {

/// Returns the value of a setting as settings::text() does, but does not check it.
inline std::string_view raw_value(settings::Id id) { return settings::value(id).text; }

/// Whether a flag is 1. An invalid value counts as 0.
inline bool is_on(settings::Id flag) { return raw_value(flag) == "1"; }

}  // namespace topomorph::process
