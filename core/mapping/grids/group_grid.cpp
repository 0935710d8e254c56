// Recognises process grids whose rows and columns are groups that exchange all with all, as in parallel FFTs.
#include "core/mapping/grids/group_grid.h"

#include <algorithm>
#include <cmath>

#include "core/base/successive.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// Finds the cells of one graph, without looking at weights; these say which coordinates are neighbours.
class GroupRecognition {
 public:
  explicit GroupRecognition(const Graph& graph) : graph_(graph) {}

  std::optional<GridGraph> run() {
    if (!is_even() || !find_lines()) return std::nullopt;
    grid_.periodic.assign(grid_.extents.size(), 0);
    if (!place_cells() || !is_certain()) return std::nullopt;
    put_heavy_neighbours_side_by_side();
    return std::move(grid_);
  }

 private:
  bool is_even() const {
    const std::size_t degree = graph_.row(0).size();
    for (Vertex v = 1; v < graph_.vertices(); ++v) {
      if (graph_.row(v).size() != degree) return false;
    }
    return degree >= 2;
  }

  bool are_joined(Vertex a, Vertex b) const {
    const auto row = graph_.row(a);
    return std::ranges::binary_search(row, b, {}, &Edge::to);
  }

  /// Finds the groups of vertex 0, that of the least neighbour last, where row-major numbers have it.
  bool find_lines() {
    std::vector<Vertex> left;
    for (const Edge& edge : graph_.row(0)) left.push_back(edge.to);
    std::size_t cells = 1;
    while (!left.empty()) {
      const Vertex first = left.front();
      const auto rest =
          std::stable_partition(left.begin(), left.end(), [&](Vertex v) { return v == first || are_joined(first, v); });
      std::vector<Vertex> line = {0};
      line.insert(line.end(), left.begin(), rest);
      left.erase(left.begin(), rest);
      cells *= line.size();
      if (cells > graph_.vertices()) return false;
      lines_.insert(lines_.begin(), std::move(line));
    }
    for (const auto& line : lines_) grid_.extents.push_back(line.size());
    return lines_.size() >= 2 && cells == graph_.vertices();
  }

  bool place_cells() {
    std::vector<std::size_t> stride(lines_.size(), 1);
    for (std::size_t a = lines_.size() - 1; a-- > 0;) stride[a] = stride[a + 1] * grid_.extents[a + 1];
    for (std::size_t cell = 0; cell < graph_.vertices(); ++cell) {
      std::vector<std::size_t> off;  // axes on which the cell is not at the first coordinate
      for (std::size_t a = 0; a < lines_.size(); ++a) {
        if (cell / stride[a] % grid_.extents[a] > 0) off.push_back(a);
      }
      const auto way_back = [&](std::size_t axis) { return cell / stride[axis] % grid_.extents[axis] * stride[axis]; };
      if (off.size() < 2) {
        grid_.vertex_of.push_back(off.empty() ? 0 : lines_[off[0]][cell / stride[off[0]]]);
        continue;
      }
      const std::size_t one = way_back(off[0]), other = way_back(off[1]);
      const Vertex corner = grid_.vertex_of[cell - one - other];
      const Vertex found = fourth(grid_.vertex_of[cell - one], grid_.vertex_of[cell - other], corner);
      if (found == kNoVertex) return false;
      grid_.vertex_of.push_back(found);
    }
    return true;
  }

  /// Returns the only common neighbour of two vertices beside the corner.
  Vertex fourth(Vertex a, Vertex b, Vertex corner) const {
    Vertex found = kNoVertex;
    const auto one = graph_.row(a), other = graph_.row(b);
    for (auto i = one.begin(), j = other.begin(); i != one.end() && j != other.end();) {
      if (i->to == j->to && i->to != corner) {
        if (found != kNoVertex) return kNoVertex;
        found = i->to;
      }
      i->to < j->to ? ++i : j->to < i->to ? ++j : (++i, ++j);
    }
    return found;
  }

  /// Returns whether every vertex has one cell, and every edge leads along one axis: then no edge is missing either,
  /// because all vertices have as many as their groups need.
  bool is_certain() const {
    std::vector<std::size_t> cell_of(graph_.vertices(), graph_.vertices());
    for (std::size_t cell = 0; cell < grid_.vertex_of.size(); ++cell) cell_of[grid_.vertex_of[cell]] = cell;
    if (std::ranges::find(cell_of, graph_.vertices()) != cell_of.end()) return false;
    for (Vertex v = 0; v < graph_.vertices(); ++v) {
      for (const Edge& edge : graph_.row(v)) {
        if (axes_between(cell_of[v], cell_of[edge.to]) != 1) return false;
      }
    }
    return true;
  }

  std::size_t axes_between(std::size_t a, std::size_t b) const {
    std::size_t axes = 0;
    for (std::size_t i = grid_.extents.size(); i-- > 0; a /= grid_.extents[i], b /= grid_.extents[i]) {
      axes += a % grid_.extents[i] != b % grid_.extents[i] ? 1 : 0;
    }
    return axes;
  }

  EdgeWeight weight_between(Vertex a, Vertex b) const {
    const auto row = graph_.row(a);
    const auto edge = std::ranges::lower_bound(row, b, {}, &Edge::to);
    return edge != row.end() && edge->to == b ? edge->weight : 0;
  }

  /// Returns the positions in a line along its heaviest edges: from the member with the least weight in the line, an
  /// end of a chain, always to the next by the heaviest edge. Without a stencil beside the groups nothing moves.
  std::vector<std::size_t> along_heavy_edges(const std::vector<Vertex>& line) const {
    const auto weight_in_line = [&](Vertex v) {
      EdgeWeight sum = 0;
      for (const Vertex other : line) sum += weight_between(v, other);
      return sum;
    };
    std::vector<std::size_t> left = successive<std::size_t>(line.size()), order;
    auto next = std::ranges::min_element(left, {}, [&](std::size_t i) { return weight_in_line(line[i]); });
    while (true) {
      const std::size_t last = *next;
      order.push_back(last);
      left.erase(next);
      if (left.empty()) return order;
      next = std::ranges::max_element(left, {}, [&](std::size_t i) { return weight_between(line[last], line[i]); });
    }
  }

  /// Renumbers the coordinates of each axis by the line of vertex 0: its order is that of all lines in a program's
  /// grid.
  void put_heavy_neighbours_side_by_side() {
    std::size_t stride = 1;
    for (std::size_t a = lines_.size(); a-- > 0; stride *= grid_.extents[a]) {
      const std::vector<std::size_t> order = along_heavy_edges(lines_[a]);
      const std::vector<Vertex> before = grid_.vertex_of;
      for (std::size_t cell = 0; cell < before.size(); ++cell) {
        const std::size_t place = cell / stride % grid_.extents[a];
        grid_.vertex_of[cell] = before[cell - place * stride + order[place] * stride];
      }
    }
  }

  const Graph& graph_;
  std::vector<std::vector<Vertex>> lines_;  // by axis: the group of vertex 0, which is its first member
  GridGraph grid_;
};

/// Returns the least weights of heavy edges that are tried: all, and the middles of gaps, of the widest gaps first.
std::vector<EdgeWeight> thresholds_of(const Graph& graph) {
  std::vector<double> weights;
  for (const Edge& edge : graph.row(0)) weights.push_back(static_cast<double>(edge.weight));
  std::ranges::sort(weights, std::greater<>());
  std::vector<std::pair<double, double>> gaps;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    const double ratio = weights[i] / weights[i + 1];
    if (ratio >= kLattice.gap) gaps.push_back({-ratio, std::sqrt(weights[i] * weights[i + 1])});
  }
  std::ranges::sort(gaps);
  std::vector<EdgeWeight> thresholds = {0};
  for (std::size_t i = 0; i < std::min(gaps.size(), kLattice.thresholds); ++i) {
    thresholds.push_back(static_cast<EdgeWeight>(std::ceil(gaps[i].second)));
  }
  return thresholds;
}

}  // namespace

std::optional<GridGraph> recognise_groups(const Graph& graph) {
  if (graph.vertices() < 2) return std::nullopt;
  for (const EdgeWeight least : thresholds_of(graph)) {
    if (auto grid = GroupRecognition(heavy_part(graph, least)).run()) return grid;
  }
  return std::nullopt;
}

}  // namespace topomorph::mapping
