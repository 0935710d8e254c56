// Text as one word of a command that a user may copy into a shell.
#pragma once

#include <string>

namespace topomorph::inline base {

/// Returns the text as it is if no shell makes anything else of it, else in single quotes. Different texts give
/// different words.
std::string shell_word(const std::string& text);

/// The same for a path, which becomes no option either: "-r" is "./-r".
std::string shell_path(const std::string& path);

}  // namespace topomorph::inline base
