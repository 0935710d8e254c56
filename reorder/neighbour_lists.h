// The neighbours of one process in a distributed graph, and how they get to the process that plays its part.
#pragma once

#include <vector>

#include <mpi.h>

namespace topomorph::reorder {

/// Neighbours on one side, in order, with weights as the application gave them.
struct Neighbours {
  enum class Weights : int { None, Empty, Given };  ///< MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, one for each neighbour

  std::vector<int> ranks, weights;
  Weights kind = Weights::None;

  static Neighbours copy_of(int degree, const int ranks[], const int weights[]);
  int degree() const { return static_cast<int>(ranks.size()); }
  const int* weight_argument() const;  ///< as MPI wants it
};

struct NeighbourLists {
  Neighbours sources, destinations;
};

/// MPI says that the neighbours of rank r are those that the process with rank r in the old communicator named: gives
/// this process's lists to the process that has its old rank in `reordered`, and returns those for its new rank.
/// Collective over `reordered`, on which nothing else may be under way; throws CollectiveError.
NeighbourLists moved_to_new_ranks(const NeighbourLists& mine, int old_rank, MPI_Comm reordered);

}  // namespace topomorph::reorder
