// Helpers that the readers of affinities share.
#include "core/formats/formats.h"

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::formats {

std::uint64_t count_or_fail(const LineReader& reader, std::string_view word, const char* what) {
  if (const auto value = parse_count(word)) return *value;
  if (word.empty()) reader.fail(std::string("the line ends where ") + what + " was expected");
  reader.fail("found \"" + std::string(word.substr(0, 60)) + "\", expected " + what);
}

std::uint64_t volume_or_fail(const LineReader& reader, std::string_view word) {
  if (const auto value = parse_volume(word)) return *value;
  if (word.empty()) reader.fail("the line ends where a volume was expected");
  reader.fail("found \"" + std::string(word.substr(0, 60)) +
              "\", expected a whole volume of at least 0 and below 2^64");
}

std::uint64_t roles_or_fail(const LineReader& reader, std::string_view word) {
  const std::uint64_t roles = count_or_fail(reader, word, "the number of roles");
  if (roles == 0 || roles > kMaxRoles) {
    reader.fail("found " + std::string(word) + " roles, expected 1 to " + std::to_string(kMaxRoles));
  }
  return roles;
}

Affinity build_affinity(const std::string& path, std::uint64_t roles, std::vector<Traffic> traffic) {
  try {
    return Affinity::from_traffic(roles, std::move(traffic));
  } catch (const InputError& error) {
    throw InputError(path, 0, error.what());
  }
}

}  // namespace topomorph::formats
