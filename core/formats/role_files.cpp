// Files with a line for each role: mappings, and coordinates of points of a mesh.
#include "core/formats/role_files.h"

#include <cmath>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/base/text.h"

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

namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";
constexpr double kLeast = 1e-200;  // differences of larger numbers can divide

/// Returns whether the line is neither empty nor a comment.
bool is_content(std::string_view line) {
  const std::string_view first = Words(line).next();
  return !first.empty() && first.front() != '#' && first.front() != '%';
}

std::optional<std::string_view> next_line_of_numbers(LineReader& reader) {
  while (const auto line = reader.next()) {
    if (is_content(*line)) return line;
  }
  return std::nullopt;
}

std::string_view next_line_of_numbers_or_fail(LineReader& reader, const std::string& expected) {
  const auto line = next_line_of_numbers(reader);
  if (!line) reader.fail("the file ends, expected " + expected);
  return *line;
}

double coordinate_or_fail(const LineReader& reader, std::string_view word) {
  const auto number = parse_real(word);
  if (!number) reader.fail(fmt::format("found \"{}\", expected a coordinate", word));
  return std::abs(*number) < kLeast ? 0 : *number;
}

void expect_end(const LineReader& reader, Words& words) {
  if (const auto extra = words.next(); !extra.empty()) {
    reader.fail(fmt::format("found \"{}\", expected the end of the line", extra));
  }
}

/// Reads a Matrix Market array behind its first line: column after column.
Coordinates read_array(LineReader& reader, std::string_view banner, std::uint64_t roles) {
  const std::string kind = lower_case(banner.substr(kBanner.size()));
  Words kinds(kind);
  const std::string_view object = kinds.next(), format = kinds.next(), field = kinds.next(), symmetry = kinds.next();
  const bool numbers = field == "real" || field == "integer";
  if (object != "matrix" || format != "array" || !numbers || symmetry != "general") {
    reader.fail(fmt::format("found \"{}\", expected \"matrix array real general\"", kind));
  }
  Words sizes(next_line_of_numbers_or_fail(reader, "the numbers of rows and columns"));
  const auto rows = parse_count(sizes.next()), columns = parse_count(sizes.next());
  if (!rows || *rows != roles || !columns || *columns < 1 || *columns > kMostCoordinates) {
    reader.fail(fmt::format("expected {} rows, one for each role, and 1 to {} columns", roles, kMostCoordinates));
  }
  expect_end(reader, sizes);
  Coordinates coordinates(*columns);
  for (auto& dimension : coordinates) {
    for (std::uint64_t role = 0; role < roles; ++role) {
      Words words(next_line_of_numbers_or_fail(reader, fmt::format("{} coordinates", roles * *columns)));
      dimension.push_back(coordinate_or_fail(reader, words.next()));
      expect_end(reader, words);
    }
  }
  return coordinates;
}

/// Reads a line a role.
Coordinates read_points(LineReader& reader, std::optional<std::string_view> line, std::uint64_t roles) {
  Coordinates coordinates;
  for (std::uint64_t role = 0; role < roles; ++role) {
    if (role > 0) line = next_line_of_numbers(reader);
    if (!line) reader.fail(fmt::format("found coordinates of {} roles, expected {}", role, roles));
    Words words(*line);
    std::size_t dimension = 0;
    for (auto word = words.next(); !word.empty(); word = words.next(), ++dimension) {
      const double number = coordinate_or_fail(reader, word);
      if (role == 0 && dimension < kMostCoordinates) coordinates.emplace_back();
      if (dimension >= coordinates.size()) {
        reader.fail(fmt::format("found more than {} coordinates, expected that many", coordinates.size()));
      }
      coordinates[dimension].push_back(number);
    }
    if (dimension != coordinates.size()) {
      reader.fail(fmt::format("found {} coordinates, expected {}", dimension, coordinates.size()));
    }
  }
  return coordinates;
}

}  // namespace

Coordinates read_coordinates(const std::string& path, std::uint64_t roles) {
  LineReader reader(path, kAnyBytes);
  std::optional<std::string_view> line = reader.next();
  const std::string first(line.value_or(""));
  const bool array = first.starts_with(kBanner);
  if (!array) line = is_content(first) ? first : next_line_of_numbers(reader);
  Coordinates coordinates = array ? read_array(reader, first, roles) : read_points(reader, line, roles);
  if (next_line_of_numbers(reader)) reader.fail(fmt::format("found more coordinates than those of {} roles", roles));
  return coordinates;
}

}  // namespace topomorph::formats
