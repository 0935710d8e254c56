// Reads and writes files of mappings.
#include "core/formats/mapping_file.h"

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"

namespace topomorph::formats {

Mapping read_mapping(const std::string& path, std::optional<std::uint64_t> slots) {
  LineReader reader(path);
  Mapping mapping;
  while (const auto line = reader.next()) {
    Words words(*line);
    const std::string_view word = words.next();
    if (word.empty()) continue;
    const auto slot = parse_count(word);
    if (!slot || !words.next().empty()) {
      reader.fail(fmt::format("found \"{}\", expected one slot number", line->substr(0, 60)));
    }
    if (slots && *slot >= *slots) reader.fail(fmt::format("found slot {}, expected one below {}", *slot, *slots));
    mapping.push_back(*slot);
  }
  if (mapping.empty()) reader.fail("the file holds no slot numbers, expected one per line");
  return mapping;
}

void write_mapping(const Mapping& mapping, const std::string& path) {
  AtomicFile file(path);
  for (const Slot slot : mapping) {
    file.write(fmt::format_int(slot).str());
    file.write("\n");
  }
  file.commit();
}

}  // namespace topomorph::formats
