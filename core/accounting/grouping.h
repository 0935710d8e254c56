// By what records can be summed.
#pragma once

#include <array>
#include <string_view>

#include "core/accounting/record.h"

namespace topomorph::accounting {

struct Grouping {
  const char* name;  ///< as the user writes it
  const char* plural;
  std::string_view JobRecord::*member;
  bool tells_people;  ///< who has run what: hashed where names are hashed
};

inline constexpr std::array<Grouping, 5> kGroupings = {{
    {"program", "programs", &JobRecord::program, true},
    {"user", "users", &JobRecord::user, true},
    {"owner", "owners", &JobRecord::owner, true},
    {"partition", "partitions", &JobRecord::partition, false},
    {"library", "libraries", &JobRecord::library, false},
}};

}  // namespace topomorph::accounting
