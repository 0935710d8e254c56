// The neighbours of one process in a distributed graph, and their transfer to the process that takes over its rank.
#pragma once

#include <vector>

#include <mpi.h>

namespace topomorph::reorder {

/// Neighbours on one side, in order, with the weights that the application gave.
struct Neighbours {
  enum class Weights : int { None, Empty, Given };  ///< MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, one for each neighbour

  std::vector<int> ranks, weights;
  Weights kind = Weights::None;

  static Neighbours copy_of(int degree, const int ranks[], const int weights[]);
  int degree() const { return static_cast<int>(ranks.size()); }
  const int* weight_argument() const;  ///< as MPI takes it
};

struct NeighbourLists {
  Neighbours sources, destinations;
};

/// MPI gives rank r the neighbours that the process with rank r in the old communicator has named. Therefore sends this
/// process's lists to the process that has its old rank in `reordered`, and returns those for its new rank. Collective
/// over `reordered`, in which no other operation may be under way; throws CollectiveError.
NeighbourLists moved_to_new_ranks(const NeighbourLists& mine, int old_rank, MPI_Comm reordered);

}  // namespace topomorph::reorder
