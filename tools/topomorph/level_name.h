// The names of levels.
#pragma once

#include "core/model/levels.h"

namespace topomorph::cli {

using topomorph::level_name;

}  // namespace topomorph::cli
