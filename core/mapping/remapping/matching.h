// The heaviest matching of a sparse bipartite graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/graph/graph.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

/// An edge between a row and a column, with a weight above 0.
struct MatchingEdge {
  Vertex row = 0, column = 0;
  EdgeWeight weight = 0;
};

/// Returns the column of each row, kNoVertex for rows without one, such that the sum of the weights of the chosen edges
/// is largest. Each column is chosen once at most. `edges` are sorted by row. Inserts row after row along shortest
/// augmenting paths ([Kuhn 1955], with potentials): would take O(rows x edges x log edges) at worst. After looking at
/// `most_work` edges it gives each row that is left its heaviest edge to a free column.
std::vector<Vertex> heaviest_matching(std::size_t rows, std::size_t columns, std::span<const MatchingEdge> edges,
                                      std::uint64_t most_work = kRemapping.matching_work);

}  // namespace topomorph::mapping
