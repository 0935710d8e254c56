// A malformed file and what its message must say.
#pragma once

#include <ostream>
#include <string>

namespace topomorph::testing {

struct Malformed {
  const char* name;
  std::string text;
  const char* message;  ///< what follows the file's name
};

inline void PrintTo(const Malformed& file, std::ostream* out) { *out << file.name; }

}  // namespace topomorph::testing
