// Reads hwloc's XML files for hwloc to parse.
#pragma once

#include <string>

#include "core/base/line_reader.h"

namespace topomorph::topology {

/// hwloc takes the length as an int.
inline constexpr std::size_t kMostXml = std::size_t{1} << 30;

/// Returns the text of the file. hwloc itself would open devices and pipes too. Throws InputError.
inline std::string read_xml_text(const std::string& path) {
  LineReader reader(path);
  std::string text;
  while (const auto line = reader.next()) text.append(*line).append("\n");
  return text;
}

}  // namespace topomorph::topology
