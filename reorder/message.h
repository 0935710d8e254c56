// The one line that the user reads.
#pragma once

#include <string_view>

namespace topomorph::reorder {

/// Writes "topomorph: LINE" to stderr, unless TOPOMORPH_QUIET=1. Newlines in it become blanks: it stays one line. Needs
/// no memory and may be called from a signal handler; a stderr that nobody reads any more ends nobody.
void say(std::string_view line) noexcept;

}  // namespace topomorph::reorder
