// Whether the site's lists of exclusions have this job.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/settings/site.h"

namespace topomorph::settings {

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
