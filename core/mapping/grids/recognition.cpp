// Finds the lattice of an affinity of process grids: by its numbering, as a pure grid, or by growth.
#include "core/mapping/grids/recognition.h"

#include "core/mapping/grids/grid_graph.h"
#include "core/mapping/grids/lattice_growth.h"
#include "core/mapping/grids/lattice_numbering.h"

namespace topomorph::mapping {

std::optional<Lattice> recognise_lattice(const Graph& graph) {
  if (auto numbered = lattice_of_numbering(graph)) return numbered;
  if (auto grid = recognise_grid(graph); grid && grid->extents.size() <= kMostAxes) return lattice_of(*grid);
  return grow_lattice(graph);
}

}  // namespace topomorph::mapping
