// Whether a profile may be written under a name.
#pragma once

#include <string>

namespace topomorph::inline base {

/// Returns whether the file begins as profiles do, which are SQLite databases. False for one that cannot be read.
bool is_profile(const std::string& path) noexcept;

/// Throws InputError unless a file can be created in the folder of `path`, and a file already at `path` is a profile or
/// empty. Other files of the user are never replaced. Takes paths as AtomicFile does. Later writes can still fail, as
/// on a full disk.
void check_profile_target(const std::string& path);

}  // namespace topomorph::inline base
