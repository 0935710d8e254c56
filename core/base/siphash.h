// A keyed hash: without the key nobody can tell which names are behind the hashes, not even by trying likely names.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace topomorph::inline base {

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
