// A profile for a case that has none: continued from profiles of the same program with other numbers of ranks.
#pragma once

#include <string>

#include "core/store/store.h"

namespace topomorph::engine {

struct ContinuedProfile {
  std::string path;     ///< in the folder of the case; empty: there is none
  std::string refused;  ///< why the profiles that are there cannot be continued; empty: there are none, or it is made
};

/// Continues the profile whose number of ranks is nearest to that of the case, in proportion. The next one checks its
/// rules. Passes over damaged cases and profiles: their own runs report them. Throws InputError if the store cannot be
/// read or the profile cannot be written.
ContinuedProfile continued_profile(const store::Store& store, const store::Case& what);

}  // namespace topomorph::engine
