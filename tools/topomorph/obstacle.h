// Programs into which the dynamic loader does not load the library.
#pragma once

#include <string>

namespace topomorph::cli {

/// Returns the reason why `command` (looked up in PATH as execvp does) will run without the library, to follow its
/// name: "is statically linked". Returns "" if no reason is known. Reads only the first bytes of the file, so not what
/// a script starts.
std::string obstacle_to_preloading(const std::string& command);

}  // namespace topomorph::cli
