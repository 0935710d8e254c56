// Checks of the profile that a job uses: whether it exists, and whether it is of the same program.
#pragma once

#include <string>

namespace topomorph::engine {

/// Throws InputError, with advice, if there is no file `path`.
void check_is_there(const std::string& path);

/// Returns "profile FILE is of ./halo, this is ./heat: used all the same" if the programs have different names. Folders
/// do not count. Returns "" if the names are equal or one is not known. Throws InputError for a file that is no
/// profile.
std::string other_program_note(const std::string& profile, const std::string& program);

}  // namespace topomorph::engine
