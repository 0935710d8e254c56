// The site file: what the administrator of a machine has set for all jobs on it, and which jobs it excludes.
//
//   # A setting by its option, without "--". What users set comes before it …
//   min-gain = 10
//   # … unless the site says that it is final. This line switches TopoMorph off everywhere, from the next MPI_Init on:
//   final mode = off
//   # Some settings are the site's alone:
//   exclude-programs = vasp_*, /apps/legacy/*
//
// The file counts only if root owns it and nobody else may write to it. Lines with an error do not count. Of two lines
// for one setting the first counts, a final one before all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/settings/settings.h"

namespace topomorph::settings {

/// Behind the name of the list, in the line of a job that a list of the site keeps TopoMorph out of.
inline constexpr std::string_view kHasThisJob = " of the site has this job";

/// A setting that only the site has.
enum class SiteId {
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help)
#define TOPOMORPH_SITE_SETTING(id, name, type, choices, help) id,
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
};

inline constexpr std::size_t kSiteCount = 0
#define TOPOMORPH_SETTING(id, option, variable, type, choices, initial, help)
#define TOPOMORPH_SITE_SETTING(id, name, type, choices, help) +1
#include "core/settings/settings.def"
#undef TOPOMORPH_SETTING
    ;

/// One row of settings.def.
struct SiteSetting {
  SiteId id;
  const char* name;
  Type type;
  const char* choices;
  const char* help;
};

/// Returns the settings that only the site has, in the order of SiteId.
std::span<const SiteSetting> all_of_site();

inline constexpr const char* kSiteFile = "/etc/topomorph/site.conf";

/// The lines of a site file. Takes no memory and throws nothing: it is read in every process of every job.
class Site {
 public:
  /// Reads the file. None is no problem.
  explicit Site(const char* path) noexcept;
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  struct Value {
    std::string_view text;
    int line = 0;  ///< 0: the site has not set it
    bool is_final = false;
  };
  const Value& of(Id id) const noexcept { return values_[static_cast<std::size_t>(id)]; }
  std::string_view of(SiteId id) const noexcept { return own_[static_cast<std::size_t>(id)]; }

  const char* path() const noexcept { return path_; }
  bool exists() const noexcept { return exists_; }

  /// The first line that does not count, or why the file does not: "/etc/topomorph/site.conf, line 3: 'min-gian' is no
  /// setting". Empty: all is well.
  std::string_view problem() const noexcept { return {problem_.data(), problem_length_}; }
  int problems() const noexcept { return problems_; }

 private:
  std::string_view contents() noexcept;
  void take(std::string_view line, int number) noexcept;
  bool take_own(std::string_view name, std::string_view value, int number) noexcept;
  void complain(int line, std::string_view what, std::optional<std::string_view> quoted = {}) noexcept;
  void append(std::string_view text) noexcept;

  const char* path_;
  bool exists_ = false;
  std::array<char, 16384> text_{};
  std::array<Value, kCount> values_{};
  std::array<std::string_view, kSiteCount> own_{};
  std::array<char, 256> problem_{};
  std::size_t problem_length_ = 0;
  int problems_ = 0;
};

/// Returns what the site file of this host says, as it was at the first call in this process.
const Site& site() noexcept;

/// What the lists are compared with; unknown parts are empty.
struct Subject {
  std::string_view program = {};  ///< path
  std::string_view user = {};
  std::uint64_t user_id = 0;
  std::string_view partition = {};
  std::string_view library = {};  ///< "Open MPI 4.1.4"
};

/// Returns the first list that has the subject; nullptr if none has. Takes no memory.
const SiteSetting* excluded_by(const Site& site, const Subject& subject) noexcept;

/// Whether one of the patterns, which are divided by commas, fits the text as in a shell. Patterns of more than 255
/// bytes fit nothing, and nothing fits a text longer than a path may be.
bool fits_one_of(std::string_view patterns, std::string_view text) noexcept;

}  // namespace topomorph::settings
