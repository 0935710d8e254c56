// Who talks to whom, as the application says it when it asks for a virtual topology.
#pragma once

#include <span>
#include <string>

#include "core/wire/frame_io.h"

namespace topomorph::plugin::virtual_topologies {

/// What this process knows of the pattern.
struct Pattern {
  std::string call;      ///< "Cart_create 12x12": for the message
  wire::Buffer frames;   ///< Grid, or Traffic with an edge's weight as bytes and one message; ranks of the communicator
  bool is_clear = true;  ///< false: arguments that MPI may take, but that say no pattern
};

/// Nodes of a graph and the neighbours of each, one after the other, as in the arguments of MPI_Dist_graph_create.
struct Edges {
  std::span<const int> sources, degrees;
  const int* destinations = nullptr;
  const int* weights = nullptr;  ///< may be MPI_UNWEIGHTED or MPI_WEIGHTS_EMPTY
};

/// The grid stands in the arguments of every process: the frame is made where `first` is true.
Pattern cartesian_pattern(std::span<const int> dims, std::span<const int> periods, bool first);

/// MPI_Graph_create: the whole graph stands in the arguments of every process.
Pattern graph_pattern(std::span<const int> index, const int edges[], bool first);

/// The edges that this process describes.
Pattern distributed_pattern(const std::string& call, const Edges& edges);

}  // namespace topomorph::plugin::virtual_topologies
