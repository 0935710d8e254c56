// Whether a profile may be written under a name.
#pragma once

#include <string>

namespace topomorph::inline base {

/// Throws InputError unless a file can be made in the folder of `path`, and what has that name already, if anything,
/// is a profile or empty: another file of the user's is never replaced. Follows symbolic links. Takes the place of no
/// later check: the disk may be full by then.
void check_profile_target(const std::string& path);

}  // namespace topomorph::inline base
