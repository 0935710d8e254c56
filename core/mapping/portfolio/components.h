// The table of constructions and refinements.
#pragma once

#include "core/mapping/search/run_search.h"

namespace topomorph::mapping {

/// Returns all constructions and refinements; a new one is a row in components.cpp and a name in a plan of presets.cpp.
const Components& components();

}  // namespace topomorph::mapping
