// A short hash of a text, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::inline base {

/// Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo), continued from `hash`. Collisions can be constructed.
inline std::uint64_t fnv1a(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

/// Writes 16 hexadecimal digits.
inline void write_hexadecimal(std::uint64_t number, char* digits) noexcept {
  for (unsigned i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[number >> (60 - 4 * i) & 15];
}

/// Returns fnv1a(text) as 16 hexadecimal digits.
inline std::string digest(std::string_view text) {
  std::string digits(16, '0');
  write_hexadecimal(fnv1a(text), digits.data());
  return digits;
}

}  // namespace topomorph::inline base
