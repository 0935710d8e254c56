// Reads and writes dense matrices in text: one row of numbers per line.
#include "core/formats/dense.h"

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/formats/formats.h"

namespace topomorph::formats {

namespace {

/// The differences between the two dense formats.
struct Layout {
  std::string_view separators;
  char separator;
  bool last_row_first;
};

constexpr Layout kText = {" \t", ' ', false};
constexpr Layout kCsv = {" \t,;", ',', true};

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
  while (const auto line = reader.next()) {
    if (Words(*line, layout.separators).next().empty()) continue;
    const std::uint64_t columns = read_row(reader, *line, rows, layout, traffic);
    if (rows++ == 0) roles = columns;
    if (columns != roles) reader.fail(fmt::format("found {} numbers in this row, expected {}", columns, roles));
    if (rows > roles) reader.fail(fmt::format("found more rows than columns ({}), expected a square matrix", roles));
  }
  if (roles == 0) reader.fail("the file holds no numbers, expected a square matrix");
  if (rows != roles) reader.fail(fmt::format("the file ends after {} rows, expected {}", rows, roles));
  if (layout.last_row_first) {
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

void write_dense(const Affinity& affinity, const std::string& path, const Layout& layout) {
  check_size(affinity, path);
  AtomicFile file(path);
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
