// Characters of UTF-8 in bytes that anybody may have written.
#pragma once

#include <cstddef>
#include <string_view>

namespace topomorph::inline base {

/// Returns the length of the character at the start of `text`, which is not empty; 0 if there is none: no overlong
/// form, no surrogate and nothing above U+10FFFF is one [RFC 3629].
std::size_t utf8_length(std::string_view text) noexcept;

/// Returns the number of one whole character, as utf8_length() has found it.
char32_t utf8_code(std::string_view character) noexcept;

}  // namespace topomorph::inline base
