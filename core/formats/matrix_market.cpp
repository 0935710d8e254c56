// Reads and writes Matrix Market coordinate files.
#include "core/formats/matrix_market.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/formats/formats.h"

namespace topomorph::formats {

namespace {

struct Banner {
  bool symmetric = false;
  bool pattern = false;
};

Banner read_banner(LineReader& reader) {
  const auto line = reader.next();
  Words words(line.value_or(""));
  if (words.next() != "%%MatrixMarket") reader.fail("expected a Matrix Market file, beginning with %%MatrixMarket");
  const std::string object = lower_case(words.next()), format = lower_case(words.next());
  const std::string field = lower_case(words.next()), symmetry = lower_case(words.next());
  if (object != "matrix" || format != "coordinate") {
    reader.fail("found \"" + object + " " + format + "\", expected \"matrix coordinate\"");
  }
  if (field != "real" && field != "integer" && field != "pattern") {
    reader.fail("found numbers of kind \"" + field + "\", expected real, integer or pattern");
  }
  if (symmetry != "general" && symmetry != "symmetric") {
    reader.fail("found symmetry \"" + symmetry + "\", expected general or symmetric");
  }
  return {symmetry == "symmetric", field == "pattern"};
}

/// Returns the next line that is neither a comment nor blank.
std::optional<std::string_view> next_matrix_line(LineReader& reader) {
  while (const auto line = reader.next()) {
    if (!line->starts_with('%') && !Words(*line).next().empty()) return line;
  }
  return std::nullopt;
}

Role read_index(const LineReader& reader, std::string_view word, std::uint64_t roles) {
  const std::uint64_t index = count_or_fail(reader, word, "a row or column number");
  if (index < 1 || index > roles) {
    reader.fail(fmt::format("found row or column {}, expected 1 to {}", index, roles));
  }
  return index - 1;
}

Traffic read_entry(const LineReader& reader, std::string_view line, std::uint64_t roles, Banner banner) {
  Words words(line);
  Role source = read_index(reader, words.next(), roles);
  Role destination = read_index(reader, words.next(), roles);
  const std::uint64_t volume = banner.pattern ? 1 : volume_or_fail(reader, words.next());
  if (const auto extra = words.next(); !extra.empty()) {
    reader.fail(fmt::format("found \"{}\" after the entry, expected the end of the line", extra));
  }
  if (banner.symmetric && source > destination) std::swap(source, destination);
  return {source, destination, volume, volume};
}

}  // namespace

Affinity read_matrix_market(const std::string& path) {
  LineReader reader(path, kAnyBytes);
  const Banner banner = read_banner(reader);
  const auto sizes = next_matrix_line(reader);
  if (!sizes) reader.fail("the file ends where the sizes (rows, columns, entries) were expected");
  Words words(*sizes);
  const std::uint64_t rows = roles_or_fail(reader, words.next());
  const std::uint64_t columns = count_or_fail(reader, words.next(), "the number of columns");
  const std::uint64_t entries = count_or_fail(reader, words.next(), "the number of entries");
  if (rows != columns)
    reader.fail(fmt::format("found {} rows and {} columns, expected a square matrix", rows, columns));

  std::vector<Traffic> traffic;
  while (const auto line = next_matrix_line(reader)) {
    if (traffic.size() == entries) reader.fail(fmt::format("found more entries than the {} announced", entries));
    traffic.push_back(read_entry(reader, *line, rows, banner));
  }
  if (traffic.size() != entries) {
    reader.fail(fmt::format("the file ends after {} entries, expected {}", traffic.size(), entries));
  }
  try {
    check_roles_have_entries(rows, entries);
  } catch (const InputError& error) {
    throw InputError(path, 0, error.what());
  }
  return build_affinity(path, rows, std::move(traffic));
}

void write_matrix_market(const Affinity& affinity, const std::string& path) {
  AtomicFile file(path);
  file.write("%%MatrixMarket matrix coordinate integer general\n% bytes from role (row) to role (column)\n");
  file.write(fmt::format("{} {} {}\n", affinity.roles(), affinity.roles(), affinity.entries()));
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      file.write(fmt::format("{} {} {}\n", source + 1, entry.destination + 1, entry.bytes));
    }
  }
  file.commit();
}

}  // namespace topomorph::formats
