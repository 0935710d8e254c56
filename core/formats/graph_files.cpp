// METIS and Scotch graphs as affinities.
#include "core/formats/graph_files.h"

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

namespace {

/// Reads a Scotch file as a stream of numbers; line ends have no meaning.
class WordStream {
 public:
  explicit WordStream(LineReader& reader) : reader_(reader), words_("") {}

  /// Returns the next word; empty at the end of the file.
  std::string_view word() {
    auto word = words_.next();
    while (word.empty()) {
      const auto line = reader_.next();
      if (!line) return {};
      words_ = Words(*line);
      word = words_.next();
    }
    return word;
  }
  std::uint64_t count(const char* what) { return count_or_fail(reader_, word(), what); }
  std::uint64_t volume() { return volume_or_fail(reader_, word()); }

 private:
  LineReader& reader_;
  Words words_;
};

struct ScotchHeader {
  std::uint64_t vertices = 0, arcs = 0, base = 0;
  bool labels = false, vertex_weights = false, edge_weights = false;
};

ScotchHeader read_scotch_header(LineReader& reader, WordStream& numbers) {
  ScotchHeader header;
  if (numbers.count("the version of the format, 0") != 0) reader.fail("expected version 0 of the Scotch graph format");
  header.vertices = roles_or_fail(reader, numbers.word());
  header.arcs = numbers.count("the number of arcs");
  header.base = numbers.count("the first vertex number");
  const std::string_view flags = numbers.word();
  if (flags.empty() || flags.size() > 3 || flags.find_first_not_of("01") != std::string_view::npos) {
    reader.fail(
        fmt::format("found \"{}\", expected three digits 0 or 1 (labels, edge weights, vertex weights)", flags));
  }
  header.vertex_weights = has_flag(flags, 0);
  header.edge_weights = has_flag(flags, 1);
  header.labels = has_flag(flags, 2);
  if (header.labels) reader.fail("found vertex labels, expected a graph without them");
  return header;
}

void read_scotch_vertex(const LineReader& reader, WordStream& numbers, Role vertex, const ScotchHeader& header,
                        UndirectedBuilder& builder) {
  if (header.vertex_weights) numbers.volume();
  const std::uint64_t degree = numbers.count("the degree of a vertex");
  builder.begin_vertex(reader.line());
  for (std::uint64_t i = 0; i < degree; ++i) {
    const std::uint64_t weight = header.edge_weights ? numbers.volume() : 1;
    const std::uint64_t neighbour = numbers.count("a vertex number");
    if (neighbour < header.base || neighbour - header.base >= header.vertices) {
      reader.fail(fmt::format("found neighbour {}, expected {} to {}", neighbour, header.base,
                              header.base + header.vertices - 1));
    }
    if (neighbour - header.base == vertex)
      reader.fail(fmt::format("found an edge from vertex {} to itself", neighbour));
    builder.add(vertex, neighbour - header.base, weight);
  }
}

}  // namespace

Affinity read_scotch_graph(const std::string& path) {
  LineReader reader(path, kAnyBytes);
  WordStream numbers(reader);
  const ScotchHeader header = read_scotch_header(reader, numbers);
  UndirectedBuilder builder(path);
  for (Role vertex = 0; vertex < header.vertices; ++vertex)
    read_scotch_vertex(reader, numbers, vertex, header, builder);
  if (const auto extra = numbers.word(); !extra.empty()) {
    reader.fail(fmt::format("found \"{}\" after the last vertex, expected the end of the file", extra));
  }
  if (builder.halves() != header.arcs) {
    reader.fail(fmt::format("found {} arcs, expected {}", builder.halves(), header.arcs));
  }
  return builder.build();
}

void write_scotch_graph(const Affinity& affinity, const std::string& path) {
  const Affinity graph = both_directions(affinity);
  AtomicFile file(path);
  file.write(fmt::format("0\n{} {}\n0 010\n", graph.roles(), graph.entries()));
  for (Role vertex = 0; vertex < graph.roles(); ++vertex) {
    file.write(fmt::format_int(graph.row(vertex).size()).str());
    for (const AffinityEntry& entry : graph.row(vertex)) {
      file.write(fmt::format(" {} {}", entry.bytes, entry.destination));
    }
    file.write("\n");
  }
  file.commit();
}

}  // namespace topomorph::formats
