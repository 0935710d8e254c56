// Reads JSON files, with the lines of their records for messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace topomorph::topology {

struct JsonFile {
  nlohmann::json document;
  /// Line of each object in a list that is a value of the document, in their order: of {"list": [{…}, {…}]} two.
  std::vector<std::uint64_t> record_lines;
};

/// Throws InputError with the line for text that is no JSON, whose document is no object, or that is nested more than
/// 16 levels deep, for files of more than 64 MiB, and for files that cannot be read.
JsonFile read_json_file(const std::string& path);

}  // namespace topomorph::topology
