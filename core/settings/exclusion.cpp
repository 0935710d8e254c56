// Compares a job with the site's lists.
#include "core/settings/exclusion.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>

#include <fnmatch.h>

#include "core/base/file_name.h"
#include "core/base/text.h"

namespace topomorph::settings {
namespace {

/// Copies a text for fnmatch(3), which needs a zero behind it. Returns false if there is no room for it.
template <std::size_t Size>
bool put(std::array<char, Size>& room, std::string_view text) {
  if (text.size() >= room.size()) return false;
  text.copy(room.data(), text.size());
  room[text.size()] = '\0';
  return true;
}

bool has_program(std::string_view patterns, std::string_view path) {
  return fits_one_of(patterns, path) || fits_one_of(patterns, file_name(path));
}

bool has_user(std::string_view patterns, const Subject& subject) {
  std::array<char, 24> digits{};
  const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), subject.user_id).ptr;
  return fits_one_of(patterns, subject.user) ||
         fits_one_of(patterns, {digits.data(), static_cast<std::size_t>(end - digits.data())});
}

bool is_in(SiteId list, std::string_view patterns, const Subject& subject) {
  switch (list) {
    case SiteId::ExcludePrograms:
      return has_program(patterns, subject.program);
    case SiteId::ExcludeUsers:
      return has_user(patterns, subject);
    case SiteId::ExcludePartitions:
      return fits_one_of(patterns, subject.partition);
    case SiteId::ExcludeLibraries:
      return fits_one_of(patterns, subject.library);
    default:
      return false;
  }
}

}  // namespace

bool fits_one_of(std::string_view patterns, std::string_view text) noexcept {
  constexpr std::size_t kLongestPattern = 255;
  std::array<char, PATH_MAX> whole;
  std::array<char, kLongestPattern + 1> pattern;
  if (text.empty() || !put(whole, text)) return false;
  while (!patterns.empty()) {
    const std::size_t comma = std::min(patterns.find(','), patterns.size());
    if (put(pattern, trimmed(patterns.substr(0, comma))) && fnmatch(pattern.data(), whole.data(), 0) == 0) return true;
    patterns.remove_prefix(std::min(comma + 1, patterns.size()));
  }
  return false;
}

const SiteSetting* excluded_by(const Site& site, const Subject& subject) noexcept {
  for (const SiteSetting& list : all_of_site()) {
    if (is_in(list.id, site.of(list.id), subject)) return &list;
  }
  return nullptr;
}

}  // namespace topomorph::settings
