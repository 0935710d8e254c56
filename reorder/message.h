// The one line that the user reads.
#pragma once

#include <string>

namespace topomorph::reorder {

/// Writes "topomorph: LINE" to stderr, unless TOPOMORPH_QUIET=1. Newlines in it become blanks: it stays one line.
void say(std::string line);

}  // namespace topomorph::reorder
