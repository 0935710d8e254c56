// Hashes of texts, the same on every machine: a short one, and one with a key.
#include "core/base/digest.h"

#include <bit>
#include <cstddef>

namespace topomorph::inline base {

namespace {

/// The state of the hash.
class SipState {
 public:
  explicit SipState(const SipKey& key)
      : a_(key.low ^ 0x736f6d6570736575U),  // "somepseudorandomlygeneratedbytes" [Aumasson 2012, section 2.1]
        b_(key.high ^ 0x646f72616e646f6dU),
        c_(key.low ^ 0x6c7967656e657261U),
        d_(key.high ^ 0x7465646279746573U) {}

  void add(std::uint64_t word) {
    d_ ^= word;
    round();
    round();
    a_ ^= word;
  }

  std::uint64_t result() {
    c_ ^= 0xff;
    for (int i = 0; i < 4; ++i) round();
    return a_ ^ b_ ^ c_ ^ d_;
  }

 private:
  void round() {
    a_ += b_, b_ = std::rotl(b_, 13) ^ a_, a_ = std::rotl(a_, 32);
    c_ += d_, d_ = std::rotl(d_, 16) ^ c_;
    a_ += d_, d_ = std::rotl(d_, 21) ^ a_;
    c_ += b_, b_ = std::rotl(b_, 17) ^ c_, c_ = std::rotl(c_, 32);
  }

  std::uint64_t a_, b_, c_, d_;
};

/// Returns at most eight bytes as a little-endian number.
std::uint64_t word_of(std::string_view bytes) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  }
  return word;
}

}  // namespace

std::uint64_t siphash(std::string_view text, const SipKey& key) noexcept {
  SipState state(key);
  const std::uint64_t length = text.size();
  for (; text.size() >= 8; text.remove_prefix(8)) state.add(word_of({text.data(), 8}));
  state.add(word_of(text) | length << 56);
  return state.result();
}

SipKey sip_key_of(std::string_view text) noexcept { return {siphash(text, {0, 0}), siphash(text, {1, 0})}; }

std::array<char, 17> hashed_name(std::string_view name, const SipKey& key) noexcept {
  std::array<char, 17> text{};
  write_hexadecimal(siphash(name, key), text.data());
  return text;
}

}  // namespace topomorph::inline base
