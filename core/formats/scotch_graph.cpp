// Reads and writes Scotch graph files (.grf).
#include "core/formats/scotch_graph.h"

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/formats/formats.h"

namespace topomorph::formats {

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
