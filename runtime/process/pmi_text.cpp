// Encodes values for PMI and reads its mapping of processes to hosts.
#include "runtime/process/pmi_text.h"

#include <charconv>

namespace topomorph::process {
namespace {

constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
constexpr std::string_view kDigits = "0123456789ABCDEF";

/// Returns the byte of two hexadecimal digits; -1 if they are none.
int byte_of(std::string_view digits) {
  unsigned byte = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
  return error == std::errc() && digits.size() == 2 && end == digits.data() + 2 ? static_cast<int>(byte) : -1;
}

}  // namespace

FixedString encoded(std::string_view text) noexcept {
  FixedString word;
  for (const char& c : text) {
    if (kPlain.find(c) != kPlain.npos) {
      word << std::string_view(&c, 1);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      const char digits[] = {'%', kDigits[byte / 16U], kDigits[byte % 16U]};
      word << std::string_view(digits, sizeof digits);
    }
  }
  return word;
}

FixedString decoded(std::string_view word) noexcept {
  FixedString text;
  while (!word.empty()) {
    const int byte = word.front() == '%' ? byte_of(word.substr(1, 2)) : -1;
    const char c = byte < 0 ? word.front() : static_cast<char>(byte);
    text << std::string_view(&c, 1);
    word.remove_prefix(byte < 0 ? 1 : 3);
  }
  return text;
}

namespace {

struct Block {
  std::uint64_t first_host = 0, hosts = 0, processes_a_host = 0;

  std::uint64_t processes() const { return hosts * processes_a_host; }
};

/// Removes a number and the character behind it.
bool take_number(std::string_view& text, std::uint64_t& number, char sign) {
  constexpr std::uint64_t kMost = 1U << 24U;  // keeps products within 64 bits
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > kMost) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.empty() || text.front() != sign) return false;
  text.remove_prefix(1);
  return true;
}

/// Removes ",(1,2,3)".
bool take_block(std::string_view& text, Block& block) {
  if (text.substr(0, 2) != ",(") return false;
  text.remove_prefix(2);
  return take_number(text, block.first_host, ',') && take_number(text, block.hosts, ',') &&
         take_number(text, block.processes_a_host, ')');
}

}  // namespace

std::optional<std::uint64_t> host_number(std::string_view mapping, std::uint64_t rank) noexcept {
  constexpr std::string_view kStart = "(vector";
  if (mapping.substr(0, kStart.size()) != kStart) return std::nullopt;
  const std::string_view blocks = mapping.substr(kStart.size());
  std::uint64_t before = 0;
  for (std::string_view rest = blocks; rest != ")";) {
    Block block;
    if (!take_block(rest, block)) return std::nullopt;
    if (rank < before + block.processes()) return block.first_host + (rank - before) / block.processes_a_host;
    before += block.processes();
    if (rest == ")" && before > 0) {
      rank %= before;
      before = 0;
      rest = blocks;
    }
  }
  return std::nullopt;
}

}  // namespace topomorph::process
