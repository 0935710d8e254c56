// Divides the points of a lattice among the nodes of any tree, by cuts that follow an axis and may have a step.
#pragma once

#include <span>
#include <vector>

#include "core/mapping/grids/lattice.h"
#include "core/mapping/slots/slot_tree.h"

namespace topomorph::mapping {

/// Gives each node of the tree as many points as it has slots; if there are fewer points, the last nodes stay empty.
/// Halves a set of points again and again: sorts it by its coordinates in each order of the axes, looks at all places
/// where whole nodes end, and takes the one that cuts least weight and leaves the most compact halves. Takes about
/// points x neighbours x orders of the axes x log2(nodes) steps. Suits nodes of different sizes, sizes that no box has,
/// and lattices with holes.
std::vector<Vertex> divide_lattice(const Graph& graph, const Lattice& lattice, std::span<const LatticeStep> steps,
                                   const SlotTree& tree);

/// Does the same inside each node of a level, among the points that have slots of this node.
void divide_below(const Graph& graph, const Lattice& lattice, std::span<const LatticeStep> steps, const SlotTree& tree,
                  std::size_t level, std::vector<Vertex>& slot_of);

}  // namespace topomorph::mapping
