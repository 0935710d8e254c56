// The communication pattern that the application describes when it asks for a virtual topology.
#pragma once

#include <span>
#include <string>

#include "core/wire/frame_io.h"

namespace topomorph::plugin::virtual_topologies {

/// What this process knows of the pattern.
struct Pattern {
  std::string call;      ///< for the message, such as "Cart_create 12x12"
  wire::Buffer frames;   ///< Grid, or Traffic with an edge's weight as bytes and one message; ranks of the communicator
  bool is_clear = true;  ///< false: valid arguments of MPI that describe no pattern
};

/// Nodes of a graph and the neighbours of each, one after the other, as in the arguments of MPI_Dist_graph_create.
struct Edges {
  std::span<const int> sources, degrees;
  const int* destinations = nullptr;
  const int* weights = nullptr;  ///< may be MPI_UNWEIGHTED or MPI_WEIGHTS_EMPTY
};

/// Return what messages and profiles call a topology: "Cart_create 12x12", "Graph_create of 64 processes".
std::string grid_call(std::span<const int> dims);
std::string graph_call(const char* function, int processes);

/// Returns the pattern of a grid. Every process has the whole grid in its arguments; the frame is made if `first` is
/// true.
Pattern cartesian_pattern(std::span<const int> dims, std::span<const int> periods, bool first);

/// Returns the pattern of MPI_Graph_create. Every process has the whole graph in its arguments; the frame is made if
/// `first` is true.
Pattern graph_pattern(std::span<const int> index, const int edges[], bool first);

/// Returns the edges that this process describes; `call` is that of graph_call().
Pattern distributed_pattern(const std::string& call, const Edges& edges);

}  // namespace topomorph::plugin::virtual_topologies
