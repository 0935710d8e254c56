// The profile that a plan is made from, or one that is continued from other numbers of ranks.
#pragma once

#include <string>

#include "core/formats/profile/profile_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/store/store.h"
#include "tools/engine/verbs.h"

namespace topomorph::engine {

/// Returns the profile of the options; an empty one if there is none. One of the store is opened here, by the store's
/// rules: another member of its group may exchange it for a link to a file that only the caller may read. Throws
/// InputError, with advice where there is no file.
formats::ProfileFile planned_profile(const PlanOptions& options);

/// Returns how long to search for an order: a search by preset default takes some tenths of a second for few roles,
/// which a short job would notice. Throws InputError.
mapping::Preset preset_for(const formats::ProfileFile& profile);

/// Returns "profile FILE is of ./halo, this is ./heat: used nevertheless" if the programs have different names. Folders
/// do not count. Returns "" if the names are equal or one is not known. Throws InputError for a file that is no
/// profile.
std::string other_program_note(const formats::ProfileFile& profile, const std::string& program);

struct ContinuedProfile {
  std::string path;     ///< in the folder of the case; empty: there is none
  std::string refused;  ///< why the profiles that are there cannot be continued; empty: there are none, or it is made
};

/// Continues the profile whose number of ranks is nearest to that of the case, in proportion. The next one checks its
/// rules. Passes over damaged cases and profiles: their own runs report them. Throws InputError if the store cannot be
/// read or the profile cannot be written.
ContinuedProfile continued_profile(const store::Store& store, const store::Case& what);

}  // namespace topomorph::engine
