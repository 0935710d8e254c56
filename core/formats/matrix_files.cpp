// Matrices of affinities: Matrix Market files, and dense ones as text and as CSV.
#include "core/formats/matrix_files.h"

#include <algorithm>
#include <tuple>

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
  bool dense = false;
};

Banner read_banner(LineReader& reader) {
  const auto line = reader.next();
  Words words(line.value_or(""));
  if (words.next() != "%%MatrixMarket") reader.fail("expected a Matrix Market file, beginning with %%MatrixMarket");
  const std::string object = lower_case(words.next()), format = lower_case(words.next());
  const std::string field = lower_case(words.next()), symmetry = lower_case(words.next());
  if (object != "matrix" || (format != "coordinate" && format != "array")) {
    reader.fail("found \"" + object + " " + format + "\", expected \"matrix coordinate\" or \"matrix array\"");
  }
  const bool is_pattern = field == "pattern" && format == "coordinate";
  if (field != "real" && field != "integer" && field != "unsigned-integer" && !is_pattern) {
    reader.fail("found numbers of kind \"" + field + "\", expected real, integer, unsigned-integer or pattern");
  }
  if (symmetry != "general" && symmetry != "symmetric") {
    reader.fail("found symmetry \"" + symmetry + "\", expected general or symmetric");
  }
  return {symmetry == "symmetric", field == "pattern", format == "array"};
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

/// Reads the values of an array, column after column, of a symmetric one from the diagonal down; several in a line as
/// well.
std::vector<Traffic> read_array_values(LineReader& reader, std::uint64_t roles, Banner banner) {
  if (roles > kMostDenseRoles) {
    reader.fail(fmt::format("found {} roles, expected at most {} in a dense matrix", roles, kMostDenseRoles));
  }
  std::vector<Traffic> traffic;
  Role row = 0, column = 0;
  while (const auto line = next_matrix_line(reader)) {
    Words words(*line);
    for (auto word = words.next(); !word.empty(); word = words.next()) {
      if (column == roles) reader.fail("found more values than rows x columns, expected the end of the file");
      const std::uint64_t volume = volume_or_fail(reader, word);
      if (volume > 0)
        traffic.push_back(banner.symmetric ? Traffic{column, row, volume, volume}
                                           : Traffic{row, column, volume, volume});
      if (++row == roles) row = ++column * (banner.symmetric ? 1 : 0);
    }
  }
  if (column < roles) reader.fail(fmt::format("the file ends in column {}, expected {}", column + 1, roles));
  return traffic;
}

std::vector<Traffic> read_entries(LineReader& reader, std::uint64_t roles, std::uint64_t entries, Banner banner) {
  std::vector<Traffic> traffic;
  while (const auto line = next_matrix_line(reader)) {
    if (traffic.size() == entries) reader.fail(fmt::format("found more entries than the {} announced", entries));
    traffic.push_back(read_entry(reader, *line, roles, banner));
  }
  if (traffic.size() != entries) {
    reader.fail(fmt::format("the file ends after {} entries, expected {}", traffic.size(), entries));
  }
  return traffic;
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
  const std::uint64_t entries = banner.dense ? 0 : count_or_fail(reader, words.next(), "the number of entries");
  if (rows != columns)
    reader.fail(fmt::format("found {} rows and {} columns, expected a square matrix", rows, columns));
  if (banner.dense) return build_affinity(path, rows, read_array_values(reader, rows, banner));

  std::vector<Traffic> traffic = read_entries(reader, rows, entries, banner);
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

namespace {

/// The differences between the two dense formats.
struct Layout {
  std::string_view separators;
  char separator;
  bool last_row_first;  ///< EagerMap's, unless the numbers say otherwise
};

constexpr Layout kText = {" \t", ' ', false};
constexpr Layout kCsv = {" \t,;", ',', true};

/// Of a file in EagerMap's order that would be taken for another.
constexpr std::string_view kLastRowFirst = "# the last role's row first";

using Turn = Traffic (*)(const Traffic&, Role last);
Traffic as_written(const Traffic& t, Role) { return t; }
Traffic turned(const Traffic& t, Role last) { return {last - t.source, t.destination, t.bytes, t.messages}; }

bool has_diagonal(const std::vector<Traffic>& traffic, Role last, Turn turn) {
  return std::ranges::any_of(traffic, [&](const Traffic& t) {
    const Traffic entry = turn(t, last);
    return entry.source == entry.destination;
  });
}

bool is_symmetric(const std::vector<Traffic>& traffic, Role last, Turn turn) {
  std::vector<std::tuple<Role, Role, std::uint64_t>> one, other;
  for (const Traffic& t : traffic) {
    const Traffic entry = turn(t, last);
    one.emplace_back(entry.source, entry.destination, entry.bytes);
    other.emplace_back(entry.destination, entry.source, entry.bytes);
  }
  std::ranges::sort(one);
  std::ranges::sort(other);
  return one == other;
}

/// Returns the sum of volume x difference of the roles; half of all for a role with itself, because most send nothing
/// to themselves.
double spread_of(const std::vector<Traffic>& traffic, Role last, Turn turn) {
  double sum = 0;
  for (const Traffic& t : traffic) {
    const Traffic entry = turn(t, last);
    const Role apart = std::max(entry.source, entry.destination) - std::min(entry.source, entry.destination);
    sum += static_cast<double>(entry.bytes) * static_cast<double>(apart > 0 ? apart : (last + 1) / 2);
  }
  return sum;
}

/// Returns whether the rows are in EagerMap's order. Others write the first row first (numpy.savetxt). Programs
/// exchange most with ranks nearby: in EagerMap's 20 files the wrong order spreads traffic at least 1.9 times as far.
/// Else no role sends to itself in the right order, or it is the symmetric one.
bool is_last_row_first(const std::vector<Traffic>& traffic, std::uint64_t roles) {
  constexpr double kClear = 1.3;
  const Role last = roles == 0 ? 0 : roles - 1;
  const double spread = spread_of(traffic, last, as_written), if_turned = spread_of(traffic, last, turned);
  if (spread > kClear * if_turned || if_turned > kClear * spread) return spread > if_turned;
  const bool has_self = has_diagonal(traffic, last, as_written);
  if (has_self != has_diagonal(traffic, last, turned)) return has_self;
  return has_self || is_symmetric(traffic, last, turned) || !is_symmetric(traffic, last, as_written);
}

/// Appends the volumes of one row that are not 0. Returns the number of columns.
std::uint64_t read_row(const LineReader& reader, std::string_view line, Role row, const Layout& layout,
                       std::vector<Traffic>& traffic) {
  Words words(line, layout.separators);
  std::uint64_t column = 0;
  for (auto word = words.next(); !word.empty(); word = words.next(), ++column) {
    const std::uint64_t volume = volume_or_fail(reader, word);
    if (volume > 0) traffic.push_back({row, column, volume, volume});
  }
  return column;
}

Affinity read_dense(const std::string& path, const Layout& layout) {
  LineReader reader(path, kAnyBytes);
  std::vector<Traffic> traffic;
  std::uint64_t rows = 0, roles = 0;
  bool is_told = false;
  while (const auto line = reader.next()) {
    const std::string_view first = Words(*line, layout.separators).next();
    is_told |= *line == kLastRowFirst;
    if (first.empty() || first.starts_with('#') || first.starts_with('%')) continue;
    const std::uint64_t columns = read_row(reader, *line, rows, layout, traffic);
    if (rows++ == 0) roles = columns;
    if (columns != roles) reader.fail(fmt::format("found {} numbers in this row, expected {}", columns, roles));
    if (rows > roles) reader.fail(fmt::format("found more rows than columns ({}), expected a square matrix", roles));
  }
  if (roles == 0) reader.fail("the file holds no numbers, expected a square matrix");
  if (rows != roles) reader.fail(fmt::format("the file ends after {} rows, expected {}", rows, roles));
  if (layout.last_row_first && (is_told || is_last_row_first(traffic, roles))) {
    for (Traffic& t : traffic) t.source = roles - 1 - t.source;
  }
  return build_affinity(path, roles, std::move(traffic));
}

void write_row(const Affinity& affinity, Role row, const Layout& layout, AtomicFile& file) {
  Role column = 0;
  const auto put = [&](std::uint64_t volume) {
    if (column++ > 0) file.write({&layout.separator, 1});
    file.write(fmt::format_int(volume).str());
  };
  for (const AffinityEntry& entry : affinity.row(row)) {
    while (column < entry.destination) put(0);
    put(entry.bytes);
  }
  while (column < affinity.roles()) put(0);
  file.write("\n");
}

/// A sparse file of some kilobytes can have so many roles that its dense form fills any disk.
void check_size(const Affinity& affinity, const std::string& path) {
  if (affinity.roles() <= kMostDenseRoles) return;
  throw InputError(path, 0,
                   fmt::format("found {} roles, expected at most {} for a dense matrix: use a sparse format (.mtx)",
                               affinity.roles(), kMostDenseRoles));
}

/// Returns the entries as a file with the last role's row first has them.
std::vector<Traffic> rows_turned(const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.bytes > 0)
        traffic.push_back({affinity.roles() - 1 - source, entry.destination, entry.bytes, entry.messages});
    }
  }
  return traffic;
}

void write_dense(const Affinity& affinity, const std::string& path, const Layout& layout) {
  check_size(affinity, path);
  AtomicFile file(path);
  if (layout.last_row_first && !is_last_row_first(rows_turned(affinity), affinity.roles())) {
    file.write(std::string(kLastRowFirst) + '\n');
  }
  for (Role i = 0; i < affinity.roles(); ++i) {
    write_row(affinity, layout.last_row_first ? affinity.roles() - 1 - i : i, layout, file);
  }
  file.commit();
}

}  // namespace

Affinity read_dense_text(const std::string& path) { return read_dense(path, kText); }
void write_dense_text(const Affinity& affinity, const std::string& path) { write_dense(affinity, path, kText); }
Affinity read_csv(const std::string& path) { return read_dense(path, kCsv); }
void write_csv(const Affinity& affinity, const std::string& path) { write_dense(affinity, path, kCsv); }

}  // namespace topomorph::formats
