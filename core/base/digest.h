// Hashes of texts, the same on every machine: a short one, and one with a key.
#pragma once

#include <array>
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

/// The key of 128 bits, whose first eight bytes are `low` in little-endian order.
struct SipKey {
  std::uint64_t low = 0, high = 0;
};

/// Returns SipHash-2-4 [Aumasson 2012] of the text. Takes no memory and throws nothing, so that a job can call it.
std::uint64_t siphash(std::string_view text, const SipKey& key) noexcept;

/// Derives a key from a text of any length: its halves are the hashes of the text under the fixed keys 0 and 1. The
/// result is as hard to guess as the text.
SipKey sip_key_of(std::string_view text) noexcept;

/// Returns the hash of a name as 16 hexadecimal digits and a NUL: what stands for the name where names are hashed. The
/// same name and key give the same digits in a job's record and in topomorph site.
std::array<char, 17> hashed_name(std::string_view name, const SipKey& key) noexcept;

}  // namespace topomorph::inline base
