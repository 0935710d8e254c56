// Variables that look like settings of TopoMorph and are none.
#pragma once

#include <string>
#include <vector>

namespace topomorph::settings {

struct Unknown {
  std::string variable;
  std::string meant;  ///< the setting's variable that is spelt most like it; empty: none is
};

/// TOPOMORPH_* variables of this process that are no setting's. Those that modules and build systems set
/// (TOPOMORPH_ROOT, TOPOMORPH_HOME, …) and those of TopoMorph's own programs are left out.
std::vector<Unknown> unknown_variables();

/// "TOPOMORPH_MINGAIN (TOPOMORPH_MIN_GAIN is meant?), TOPOMORPH_X"; empty: all are known.
std::string unknown_variables_text();

}  // namespace topomorph::settings
