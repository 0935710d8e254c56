// Text as one word: for boards whose lines are divided by blanks and equals signs.
#pragma once

#include <string_view>

#include "reorder/line.h"

namespace topomorph::reorder {

/// Letters, digits, "-", "." and "_" as they are; every other byte as "%" and two hexadecimal digits. Needs no memory.
Line encoded(std::string_view text) noexcept;

/// The text that was encoded; a "%" without two digits behind it stays.
Line decoded(std::string_view word) noexcept;

}  // namespace topomorph::reorder
