// What keeps the dynamic loader from loading the library into a program.
#pragma once

#include <string>

namespace topomorph::cli {

/// Why `command` (looked up in PATH as execvp does) will run without the library, in words that follow its name:
/// "is statically linked"; empty: nothing is known to be in the way. Reads the first bytes of the file only: what a
/// script starts is not looked at.
std::string obstacle_to_preloading(const std::string& command);

}  // namespace topomorph::cli
