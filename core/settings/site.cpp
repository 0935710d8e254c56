// The site file: what the administrator of a machine has set for all jobs on it, and which jobs it excludes.
#include "core/settings/site.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <climits>

#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/descriptor.h"
#include "core/base/file_name.h"
#include "core/base/text.h"

namespace topomorph::settings {

namespace {

constexpr std::array kOwn = {
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help)
#define TOPOMORPH_SITE_SETTING(id, name, type, choices, help) SiteSetting{SiteId::id, name, Type::type, choices, help},
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
};

constexpr std::string_view kBlanks = " \t\r";

/// Returns the line without its comment, which begins with a '#' at the start or behind a blank.
std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1)) {
    if (at == 0 || kBlanks.find(line[at - 1]) != kBlanks.npos) return line.substr(0, at);
  }
  return line;
}

/// Editors of other systems put a mark of UTF-8 in front.
std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

/// Takes the first word of `text`, which blanks follow, if it is `word`.
bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word) || text.size() == word.size() || kBlanks.find(text[word.size()]) == kBlanks.npos)
    return false;
  text = trimmed(text.substr(word.size()), kBlanks);
  return true;
}

const Setting* setting_of(std::string_view option) {
  constexpr std::size_t kDashes = 2;
  for (const Setting& setting : all()) {
    if (std::string_view(setting.option).substr(kDashes) == option) return &setting;
  }
  return nullptr;
}

/// Returns why the file does not count: root must own it, and nobody else may be able to write to it. nullptr: it does.
const char* unsafe(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return "is no file";
  if (status.st_uid != 0) return "does not belong to root";
  return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? "may be written by others than root" : nullptr;
}

}  // namespace

std::span<const SiteSetting> all_of_site() { return kOwn; }

Site::Site(const char* path) noexcept : path_(path) {
  int number = 0;
  for (std::string_view text = without_mark(contents()); !text.empty();) {
    take(trimmed(without_comment(take_until(text, '\n')), kBlanks), ++number);
  }
}

std::string_view Site::contents() noexcept {
  const Descriptor file(open(path_, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  exists_ = file || errno != ENOENT;
  if (!exists_) return {};
  if (!file) return complain(0, "cannot be read"), std::string_view();
  struct stat status {};
  if (fstat(file.get(), &status) != 0) return complain(0, "cannot be examined"), std::string_view();
  if (const char* const why = unsafe(status)) return complain(0, why), std::string_view();
  // Each process of a job reads the file as its user.
  if ((status.st_mode & S_IROTH) == 0) complain(0, "may not be read by all users: it does not count for the others");
  std::size_t length = 0;
  while (length < text_.size()) {
    const ssize_t more = ::read(file.get(), text_.data() + length, text_.size() - length);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    length += static_cast<std::size_t>(more);
  }
  if (length == text_.size()) return complain(0, "is longer than 16 KB"), std::string_view();
  return {text_.data(), length};
}

void Site::take(std::string_view line, int number) noexcept {
  if (line.empty()) return;
  const bool is_final = take_word(line, "final");
  const std::size_t equals = line.find('=');
  if (equals == line.npos) return complain(number, "expected NAME = VALUE");
  const std::string_view name = trimmed(line.substr(0, equals), kBlanks),
                         value = trimmed(line.substr(equals + 1), kBlanks);
  if (take_own(name, value, number)) return;
  const Setting* const setting = setting_of(name);
  if (setting == nullptr) return complain(number, "is no setting", name);
  if (expected(setting->type, setting->choices, value) != nullptr)
    return complain(number, "is no value of this setting", value);
  Value& known = values_[static_cast<std::size_t>(setting->id)];
  if (known.line > 0) complain(number, "is set a second time", name);
  if (known.line == 0 || (is_final && !known.is_final)) known = {value, number, is_final};
}

/// Takes a setting that is the site's alone. Returns whether it is one.
bool Site::take_own(std::string_view name, std::string_view value, int number) noexcept {
  const auto found = std::find_if(kOwn.begin(), kOwn.end(), [&](const SiteSetting& s) { return s.name == name; });
  if (found == kOwn.end()) return false;
  std::string_view& known = own_[static_cast<std::size_t>(found->id)];
  if (expected(found->type, found->choices, value) != nullptr) {
    complain(number, "is no value of this setting", value);
  } else if (known.empty()) {
    known = value;
  } else {
    complain(number, "is set a second time", name);
  }
  return true;
}

void Site::append(std::string_view text) noexcept {
  const std::string_view fits = text.substr(0, problem_.size() - problem_length_);
  fits.copy(problem_.data() + problem_length_, fits.size());
  problem_length_ += fits.size();
}

void Site::complain(int line, std::string_view what, std::optional<std::string_view> quoted) noexcept {
  if (++problems_ > 1) return;
  append(path_);
  if (line > 0) {
    std::array<char, 12> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), line).ptr;
    append(", line ");
    append({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  append(line > 0 ? ": " : " ");
  if (quoted) {
    append("'");
    append(*quoted);
    append("' ");
  }
  append(what);
}

const Site& site() noexcept {
  static const Site only(kSiteFile);
  return only;
}

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
    const std::string_view next = trimmed(take_until(patterns, ','));
    if (put(pattern, next) && fnmatch(pattern.data(), whole.data(), 0) == 0) return true;
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
