// What a job should know of the profile that it uses: that there is none, or that it is of another program.
#pragma once

#include <string>

namespace topomorph::engine {

/// Throws InputError where there is no file `path`, with what to do about it.
void check_is_there(const std::string& path);

/// "profile FILE is of ./halo, this is ./heat: used all the same"; empty where both have the same name, whatever their
/// folders, and where one of the names is not known. Throws InputError for a file that is no profile.
std::string other_program_note(const std::string& profile, const std::string& program);

}  // namespace topomorph::engine
