// What the levels of a tree are called.
#pragma once

#include "core/model/levels.h"

namespace topomorph::cli {

using topomorph::level_name;

}  // namespace topomorph::cli
