// The text of hwloc's XML files, as hwloc is given it.
#pragma once

#include <string>

#include "core/base/line_reader.h"

namespace topomorph::topology {

/// hwloc takes an int for the length.
inline constexpr std::size_t kMostXml = std::size_t{1} << 30;

/// Not left to hwloc, which opens devices and pipes too. Throws InputError.
inline std::string read_xml_text(const std::string& path) {
  LineReader reader(path);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).append("\n");
  return text;
}

}  // namespace topomorph::topology
