// Reads Scotch's decomposition-defined architectures of type 2: a graph and its coarsenings.
#include "core/topology/sources/scotch/graph_decomposition.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/model/tree.h"
#include "core/topology/shapes/graph.h"

namespace topomorph::topology::scotch {

namespace {

struct Edge {
  std::uint64_t source, target, cost;
};

/// A graph in Scotch's format, without vertex weights and names. Only coarsenings have weights (`coarse`).
struct Graph {
  std::uint64_t vertices = 0;
  std::vector<Edge> edges;  ///< both directions
};

std::uint64_t flag(std::uint64_t flags, std::uint64_t digit, const char* what, formats::NumberStream& text) {
  const std::uint64_t value = flags / digit % 10;
  if (value > 1) text.fail(fmt::format("found {} in the flags of a graph, expected 0 or 1 for {}", value, what));
  return value;
}

Graph read_one_graph(formats::NumberStream& text, bool coarse) {
  text.number("the version of the graph format", 0, 0);
  Graph graph;
  graph.vertices = text.number("the number of vertices", 1, kMaxSlots);
  const std::uint64_t arcs = text.number("the number of arcs", 0, kLargestNumber);
  const std::uint64_t first = text.number("the number of the first vertex", 0, 1);
  const std::uint64_t flags = text.number("the flags of a graph", 0, 111);
  const bool names = flag(flags, 100, "names", text) != 0, costs = flag(flags, 10, "weights of edges", text) != 0;
  const bool weights = flag(flags, 1, "weights of vertices", text) != 0;
  if (weights && !coarse) text.fail("found weights of vertices in the finest graph, expected weights of edges only");
  for (std::uint64_t vertex = 0; vertex < graph.vertices; ++vertex) {
    if (names) text.number("the name of a vertex");
    if (weights) text.number("the weight of a vertex");
    for (std::uint64_t degree = text.number("the degree of a vertex", 0, arcs - graph.edges.size()); degree > 0;
         --degree) {
      const std::uint64_t cost = costs ? text.number("the weight of an edge", 1, kLargestNumber) : 1;
      graph.edges.push_back({vertex, text.number("a neighbour", first, first + graph.vertices - 1) - first, cost});
    }
  }
  if (graph.edges.size() != arcs) text.fail(fmt::format("found {} arcs, expected {}", graph.edges.size(), arcs));
  return graph;
}

struct GraphDomain {
  std::uint64_t level, place;  ///< number of the coarsening with its vertex; position of the vertex in the list of
                               ///< vertices
  std::uint64_t weight;
};

struct GraphDomains {
  std::vector<std::uint64_t> of_terminal;
  std::vector<GraphDomain> domains;
};

GraphDomains read_graph_domains(formats::NumberStream& text, std::uint64_t terminals, std::uint64_t levels,
                                std::uint64_t places) {
  GraphDomains read;
  const std::uint64_t last = 2 * terminals - 2;
  while (read.of_terminal.size() < terminals) {
    read.of_terminal.push_back(text.number("the domain of a terminal", 0, last));
    text.number("the number of a terminal");
  }
  while (read.domains.size() <= last) {
    text.number("the number of a domain");
    text.number("the size of a domain", 1);
    const std::uint64_t weight = text.number("the weight of a domain", 1);
    text.number("the first terminal of a domain", 0, terminals - 1);
    for (const char* what : {"the whole of a domain", "the first half of a domain", "the second half of a domain"}) {
      text.number_or_none(what, last);
    }
    const std::uint64_t level = text.number("the coarsening of a domain", 0, levels - 1);
    read.domains.push_back({level, text.number("the place of a domain's vertex", 0, places - 1), weight});
  }
  return read;
}

/// Returns the links, each once. Throws if an arc has no counterpart of the same cost, because distances would depend
/// on the direction.
std::vector<LinkGraph::Link> links_of(const Graph& graph, formats::NumberStream& text) {
  const auto less = [](const Edge& a, const Edge& b) {
    return std::tuple(a.source, a.target, a.cost) < std::tuple(b.source, b.target, b.cost);
  };
  std::vector<Edge> forth, back;
  for (const Edge& edge : graph.edges) {
    if (edge.source < edge.target) forth.push_back(edge);
    if (edge.source > edge.target) back.push_back({edge.target, edge.source, edge.cost});
  }
  std::sort(forth.begin(), forth.end(), less);
  std::sort(back.begin(), back.end(), less);
  std::vector<Edge> alone;
  std::set_symmetric_difference(forth.begin(), forth.end(), back.begin(), back.end(), std::back_inserter(alone), less);
  if (!alone.empty()) {
    text.fail(fmt::format("found an arc between {} and {} of cost {} in one direction only, expected both",
                          alone[0].source, alone[0].target, alone[0].cost));
  }
  std::vector<LinkGraph::Link> links;
  for (const Edge& edge : forth) links.push_back({edge.source, edge.target, edge.cost});
  return links;
}

/// Returns the finest graph, which has the slots.
LinkGraph read_graphs(formats::NumberStream& text, std::uint64_t count) {
  std::optional<LinkGraph> finest;
  for (std::uint64_t level = 0; level < count; ++level) {
    const Graph graph = read_one_graph(text, level > 0);
    if (level == 0) finest.emplace(graph.vertices, links_of(graph, text));
    text.number("the diameter of a graph");
  }
  return std::move(*finest);
}

std::vector<std::uint64_t> speeds_of_domains(const GraphDomains& domains) {
  std::vector<std::uint64_t> speeds;
  for (const std::uint64_t domain : domains.of_terminal) speeds.push_back(domains.domains[domain].weight);
  return unless_equal(std::move(speeds));
}

}  // namespace

Architecture read_graph_decomposition(formats::NumberStream& text) {
  const std::uint64_t terminals = text.number("the number of terminal domains", 1, kMaxSlots);
  const std::uint64_t graphs = text.number("the number of coarsenings", 1, 64);
  const std::uint64_t places = text.number("the number of the domains' vertices", 1, kLargestNumber);
  const GraphDomains domains = read_graph_domains(text, terminals, graphs, places);
  const LinkGraph graph = read_graphs(text, graphs);
  std::vector<std::uint64_t> vertices, kept;
  std::vector<bool> taken(graph.vertices(), false);
  while (vertices.size() < places) vertices.push_back(text.number("a vertex of a domain", 0, graph.vertices() - 1));
  for (const std::uint64_t domain : domains.of_terminal) {
    const GraphDomain& data = domains.domains[domain];
    if (data.level > 0) text.fail(fmt::format("found a terminal in coarsening {}, expected 0", data.level));
    kept.push_back(vertices[data.place]);
    if (taken[kept.back()]) text.fail(fmt::format("found two terminals at vertex {}, expected one", kept.back()));
    taken[kept.back()] = true;
  }
  try {
    return {std::make_shared<GraphTopology>(graph, std::move(kept)), speeds_of_domains(domains)};
  } catch (const InputError& error) {
    text.fail(error.what());
  }
}

}  // namespace topomorph::topology::scotch
