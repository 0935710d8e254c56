// Finds variables that look like settings of TopoMorph but are not.
#pragma once

#include <string>
#include <vector>

namespace topomorph::settings {

struct Unknown {
  std::string variable;
  std::string meant;  ///< the most similar setting's variable; empty: none is similar
};

/// Returns the TOPOMORPH_* variables of this process that are no settings, except those that modules and build systems
/// set (TOPOMORPH_ROOT, TOPOMORPH_HOME, …) and those of TopoMorph's own programs.
std::vector<Unknown> unknown_variables();

/// Returns "TOPOMORPH_MINGAIN (TOPOMORPH_MIN_GAIN is meant?), TOPOMORPH_X"; empty if all are known.
std::string unknown_variables_text();

}  // namespace topomorph::settings
