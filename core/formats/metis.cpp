// Reads and writes METIS graph files.
#include "core/formats/metis.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/formats/formats.h"

namespace topomorph::formats {

namespace {

struct MetisHeader {
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  bool edge_weights = false;
  std::uint64_t skipped = 0;  // numbers before the neighbours: vertex size and weights
};

constexpr std::uint64_t kLeastBytesOfEdge = 4;  // a digit and a separator, twice

std::optional<std::string_view> next_vertex_line(LineReader& reader) {
  while (const auto line = reader.next()) {
    if (!line->starts_with('%')) return line;
  }
  return std::nullopt;
}

MetisHeader read_metis_header(LineReader& reader) {
  const auto line = next_vertex_line(reader);
  if (!line) reader.fail("the file is empty, expected a METIS graph");
  Words words(*line);
  MetisHeader header;
  header.vertices = roles_or_fail(reader, words.next());
  header.edges = count_or_fail(reader, words.next(), "the number of edges");

  const std::string_view format = words.next();
  if (format.size() > 3 || format.find_first_not_of("01") != std::string_view::npos) {
    reader.fail(fmt::format(
        "found format \"{}\", expected up to three digits 0 or 1 (sizes, vertex weights, edge weights)", format));
  }
  const std::string_view constraints = words.next();
  const std::uint64_t weights = constraints.empty() ? 1 : count_or_fail(reader, constraints, "the weights of a vertex");
  if (weights > kMaxRoles) reader.fail(fmt::format("found {} weights of a vertex, expected fewer", weights));
  header.edge_weights = has_flag(format, 0);
  header.skipped = (has_flag(format, 1) ? weights : 0) + (has_flag(format, 2) ? 1 : 0);
  if (!words.next().empty()) reader.fail("found more than four numbers in the header");
  return header;
}

void read_metis_vertex(const LineReader& reader, std::string_view line, Role vertex, const MetisHeader& header,
                       UndirectedBuilder& builder) {
  Words words(line);
  for (std::uint64_t i = 0; i < header.skipped; ++i) volume_or_fail(reader, words.next());
  builder.begin_vertex(reader.line());
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    const std::uint64_t neighbour = count_or_fail(reader, word, "a vertex number");
    if (neighbour < 1 || neighbour > header.vertices) {
      reader.fail(fmt::format("found neighbour {}, expected 1 to {}", neighbour, header.vertices));
    }
    if (neighbour - 1 == vertex) reader.fail(fmt::format("found an edge from vertex {} to itself", neighbour));
    builder.add(vertex, neighbour - 1, header.edge_weights ? volume_or_fail(reader, words.next()) : 1);
  }
}

}  // namespace

Affinity read_metis(const std::string& path) {
  LineReader reader(path, kAnyBytes);
  const MetisHeader header = read_metis_header(reader);
  UndirectedBuilder builder(path);
  builder.reserve(std::min(header.edges, reader.bytes() / kLeastBytesOfEdge));
  for (Role vertex = 0; vertex < header.vertices; ++vertex) {
    const auto line = next_vertex_line(reader);
    if (!line) reader.fail(fmt::format("the file ends after {} vertices, expected {}", vertex, header.vertices));
    read_metis_vertex(reader, *line, vertex, header, builder);
  }
  while (const auto line = next_vertex_line(reader)) {
    if (!Words(*line).next().empty())
      reader.fail(fmt::format("found more than the {} vertices announced", header.vertices));
  }
  if (builder.halves() % 2 != 0 || builder.halves() / 2 != header.edges) {
    reader.fail(
        fmt::format("found {} ends of edges, expected two for each of {} edges", builder.halves(), header.edges));
  }
  return builder.build();
}

void write_metis(const Affinity& affinity, const std::string& path) {
  const Affinity graph = both_directions(affinity);
  AtomicFile file(path);
  file.write(fmt::format("{} {} 001\n", graph.roles(), graph.entries() / 2));
  for (Role vertex = 0; vertex < graph.roles(); ++vertex) {
    const char* separator = "";
    for (const AffinityEntry& entry : graph.row(vertex)) {
      file.write(fmt::format("{}{} {}", separator, entry.destination + 1, entry.bytes));
      separator = " ";
    }
    file.write("\n");
  }
  file.commit();
}

}  // namespace topomorph::formats
