// Recognises graphs that are grids, whatever the numbers of their vertices.
#include "core/mapping/grids/grid_graph.h"

#include <algorithm>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

class GridRecognition {
 public:
  explicit GridRecognition(const Graph& graph) : graph_(graph) {}

  std::optional<GridGraph> run() {
    if (graph_.vertices() < 2 || !find_axes() || !fill() || !check()) return std::nullopt;
    return std::move(grid_);
  }

 private:
  bool are_joined(Vertex a, Vertex b) const {
    const auto row = graph_.row(a);
    const auto found = std::lower_bound(row.begin(), row.end(), b, [](const Edge& e, Vertex v) { return e.to < v; });
    return found != row.end() && found->to == b;
  }

  /// Returns a common neighbour other than `but`, or kNoVertex.
  Vertex common_neighbour(Vertex a, Vertex b, Vertex but) const {
    const auto first = graph_.row(a), second = graph_.row(b);
    for (auto i = first.begin(), j = second.begin(); i != first.end() && j != second.end();) {
      if (i->to < j->to) {
        ++i;
      } else if (j->to < i->to) {
        ++j;
      } else if (i->to == but) {
        ++i, ++j;
      } else {
        return i->to;
      }
    }
    return kNoVertex;
  }

  Vertex corner() const {
    Vertex best = 0;
    for (Vertex v = 1; v < graph_.vertices(); ++v) {
      if (graph_.row(v).size() < graph_.row(best).size()) best = v;
    }
    return best;
  }

  /// Returns the vertices straight on from `first` through `second`. The ends of two steps along one axis have no other
  /// common neighbour.
  std::vector<Vertex> line(Vertex first, Vertex second) const {
    std::vector<Vertex> found = {first, second};
    while (found.size() <= graph_.vertices()) {
      const Vertex before = found[found.size() - 2], here = found.back();
      const auto row = graph_.row(here);
      const auto next = std::find_if(row.begin(), row.end(), [&](const Edge& edge) {
        return edge.to != before && common_neighbour(before, edge.to, here) == kNoVertex;
      });
      if (next == row.end() || next->to == first) break;
      found.push_back(next->to);
    }
    return found;
  }

  /// Follows lines from the corner along every axis. A periodic line uses up two neighbours of the corner.
  bool find_axes() {
    const Vertex start = corner();
    std::vector<Vertex> neighbours;
    for (const Edge& edge : graph_.row(start)) neighbours.push_back(edge.to);
    if (neighbours.size() > kTree.most_axes) return false;
    std::size_t cells = 1;
    while (!neighbours.empty()) {
      lines_.push_back(line(start, neighbours.front()));
      const auto& axis = lines_.back();
      const bool periodic = axis.size() > 2 && are_joined(axis.back(), start);
      neighbours.erase(neighbours.begin());
      if (periodic) std::erase(neighbours, axis.back());
      grid_.extents.push_back(axis.size());
      grid_.periodic.push_back(periodic);
      cells *= axis.size();
      if (cells > graph_.vertices()) return false;
    }
    return cells == graph_.vertices();
  }

  /// Finds the cells in row-major order. Cells on the lines are known; each other cell closes a square with three
  /// earlier ones.
  bool fill() {
    const std::size_t axes = lines_.size();
    stride_.assign(axes, 1);
    for (std::size_t a = axes - 1; a-- > 0;) stride_[a] = stride_[a + 1] * grid_.extents[a + 1];
    grid_.vertex_of.resize(graph_.vertices());
    // Cells that differ along the first axes alone do not wait for each other: the processor fetches many at once.
    const std::size_t block = axes < 3 ? graph_.vertices() : stride_[axes - 3];
    for (std::size_t inner = 0; inner < block; ++inner) {
      for (std::size_t cell = inner; cell < graph_.vertices(); cell += block) {
        const Vertex found = vertex_at(cell);
        if (found == kNoVertex) return false;
        grid_.vertex_of[cell] = found;
      }
    }
    return true;
  }

  std::size_t place(std::size_t cell, std::size_t axis) const { return cell / stride_[axis] % grid_.extents[axis]; }

  Vertex vertex_at(std::size_t cell) const {
    std::size_t off[2] = {0, 0}, count = 0;  // the last two axes along which the cell is not at the corner
    for (std::size_t a = stride_.size(); a-- > 0 && count < 2;) {
      if (place(cell, a) > 0) off[count++] = a;
    }
    if (count == 0) return lines_[0][0];
    if (count == 1) return lines_[off[0]][place(cell, off[0])];
    const std::size_t one = cell - stride_[off[0]], other = cell - stride_[off[1]];
    const auto& known = grid_.vertex_of;
    return common_neighbour(known[one], known[other], known[one - stride_[off[1]]]);
  }

  /// Returns whether every vertex has one cell, and the graph has all edges of the grid and no others. Goes through the
  /// vertices in their order: by cells it took six times as long where numbers are random.
  bool check() const {
    std::vector<Vertex> cell_of(graph_.vertices(), kNoVertex);
    for (std::size_t cell = 0; cell < graph_.vertices(); ++cell) {
      Vertex& known = cell_of[grid_.vertex_of[cell]];
      if (known != kNoVertex) return false;
      known = static_cast<Vertex>(cell);
    }
    std::size_t ends = 0;
    std::vector<std::size_t> near;
    for (Vertex v = 0; v < graph_.vertices(); ++v) {
      find_neighbours(cell_of[v], near);
      for (const Edge& edge : graph_.row(v)) {
        if (std::find(near.begin(), near.end(), cell_of[edge.to]) == near.end()) return false;
      }
      ends += near.size();
    }
    return ends == graph_.edges.size();
  }

  void find_neighbours(std::size_t cell, std::vector<std::size_t>& near) const {
    near.clear();
    for (std::size_t a = 0; a < stride_.size(); ++a) {
      const std::size_t at = place(cell, a), last = grid_.extents[a] - 1, around = last * stride_[a];
      if (at > 0 || grid_.periodic[a]) near.push_back(at > 0 ? cell - stride_[a] : cell + around);
      if (at < last || grid_.periodic[a]) near.push_back(at < last ? cell + stride_[a] : cell - around);
    }
  }

  const Graph& graph_;
  GridGraph grid_;
  std::vector<std::vector<Vertex>> lines_;  // from the corner, per axis
  std::vector<std::size_t> stride_;
};

}  // namespace

std::optional<GridGraph> recognise_grid(const Graph& graph) { return GridRecognition(graph).run(); }

Lattice lattice_of(const GridGraph& grid) {
  Lattice lattice;
  lattice.axes = grid.extents.size();
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    lattice.extents[a] = static_cast<std::int32_t>(grid.extents[a]);
    lattice.periodic[a] = grid.periodic[a] != 0;
  }
  lattice.point_of.resize(grid.vertex_of.size());
  for (std::size_t cell = 0; cell < grid.vertex_of.size(); ++cell) {
    lattice.point_of[grid.vertex_of[cell]] = lattice.point_at(cell);
  }
  return lattice;
}

GridGraph grid_of(const Lattice& lattice) {
  GridGraph grid;
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    grid.extents.push_back(static_cast<std::size_t>(lattice.extents[a]));
    grid.periodic.push_back(lattice.periodic[a] ? 1 : 0);
  }
  grid.vertex_of.resize(lattice.cells());
  for (Vertex v = 0; v < lattice.point_of.size(); ++v) grid.vertex_of[lattice.cell_of(lattice.point_of[v])] = v;
  return grid;
}

}  // namespace topomorph::mapping
