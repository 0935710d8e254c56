// Translates arguments of MPI's topology functions into frames for the engine.
#include "plugin/virtual_topologies/pattern.h"

#include <algorithm>

#include <mpi.h>

#include "runtime/mpi/handles.h"

namespace topomorph::plugin::virtual_topologies {
namespace {

wire::TrafficRecord edge(int source, int destination, int weight) {
  return {0,
          wire::Layer::PointToPoint,
          static_cast<std::uint64_t>(source),
          static_cast<std::uint64_t>(destination),
          static_cast<std::uint64_t>(weight),
          1};
}

void append_edges(wire::Buffer& frames, const std::vector<wire::TrafficRecord>& edges) {
  wire::append_records<wire::TrafficRecord>(frames, wire::FrameType::Traffic, edges);
}

bool has_weights(const int* weights) { return weights != handles::unweighted() && weights != handles::weights_empty(); }

}  // namespace

std::string grid_call(std::span<const int> dims) {
  std::string call = "Cart_create ";
  for (std::size_t d = 0; d < dims.size(); ++d) call.append(d > 0 ? "x" : "").append(std::to_string(dims[d]));
  return call;
}

std::string graph_call(const char* function, int processes) {
  return std::string(function) + " of " + std::to_string(processes) + " processes";
}

Pattern cartesian_pattern(std::span<const int> dims, std::span<const int> periods, bool first) {
  Pattern pattern{grid_call(dims), {}, true};
  std::vector<std::int64_t> numbers;
  for (std::size_t d = 0; d < dims.size(); ++d) {
    pattern.is_clear = pattern.is_clear && dims[d] > 0;
    numbers.insert(numbers.end(), {dims[d], periods[d] != 0 ? 1 : 0});
  }
  if (first) {
    wire::append_records<std::int64_t>(pattern.frames, wire::FrameType::Grid, numbers);
  }
  return pattern;
}

Pattern graph_pattern(std::span<const int> index, const int edges[], bool first) {
  const int nodes = static_cast<int>(index.size());
  Pattern pattern{graph_call("Graph_create", nodes), {}, true};
  std::vector<wire::TrafficRecord> list;
  int begin = 0;
  for (int node = 0; first && node < nodes; ++node) {
    const int end = index[static_cast<std::size_t>(node)];
    if (end < begin || std::any_of(edges + begin, edges + end, [&](int to) { return to < 0 || to >= nodes; })) {
      pattern.is_clear = false;
      return pattern;
    }
    std::for_each(edges + begin, edges + end, [&](int to) { list.push_back(edge(node, to, 1)); });
    begin = end;
  }
  append_edges(pattern.frames, list);
  return pattern;
}

Pattern distributed_pattern(const std::string& call, const Edges& edges) {
  Pattern pattern{call, {}, true};
  std::vector<wire::TrafficRecord> list;
  std::size_t next = 0;
  for (std::size_t i = 0; i < edges.sources.size(); ++i) {
    for (int k = 0; k < edges.degrees[i]; ++k, ++next) {
      const int weight = has_weights(edges.weights) ? edges.weights[next] : 1;
      list.push_back(edge(edges.sources[i], edges.destinations[next], weight));
    }
  }
  pattern.is_clear = next == 0 || edges.weights != handles::weights_empty();
  append_edges(pattern.frames, list);
  return pattern;
}

}  // namespace topomorph::plugin::virtual_topologies
