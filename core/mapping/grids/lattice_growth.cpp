// Finds the lattice of a relabelled process grid in its graph: grows crystals from cells with the neighbours of a known
// stencil, and joins them.
#include "core/mapping/grids/lattice_growth.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "core/mapping/grids/crystals.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

/// Points of some vertices, in the order of the list of these.
struct Body {
  std::vector<Vertex> vertices;
  std::vector<Point> points;
  Point extents{1, 1, 1, 1};
  std::array<bool, kMostAxes> periodic{};
};

/// Returns the length of the axis if edges join its ends, else 0. The same vertices then lie on both sides of the seam.
std::int32_t period(const HeavyPart& graph, const Stencil& stencil, const Crystals& crystals,
                    const std::vector<Vertex>& vertices, std::size_t axis) {
  std::unordered_map<std::int32_t, std::size_t> count;
  std::size_t along = 0;
  for (const Vertex v : vertices) {
    for (const Vertex to : graph.row(v)) {
      if (!crystals.has_point(to)) continue;
      const std::int32_t length = crystals.point_of(to)[axis] - crystals.point_of(v)[axis];
      if (length == 1) ++along;
      if (length > stencil.reach) ++count[length];
    }
  }
  std::size_t most = 0;
  for (const auto& [length, edges] : count) most = std::max(most, edges);
  std::int32_t ring = 0;  // the steps that come home from farthest are single ones
  for (const auto& [length, edges] : count) {
    if (2 * edges >= most) ring = std::max(ring, length + 1);
  }
  return 2 * most * static_cast<std::size_t>(ring) >= along ? ring : 0;
}

/// Moves the points of a crystal so that they begin at 0, around the ends of periodic axes.
Body body_of(const HeavyPart& graph, const Stencil& stencil, const Crystals& crystals,
             const std::vector<Vertex>& vertices, bool is_alone) {
  Body body{vertices, {}, {1, 1, 1, 1}, {}};
  for (const Vertex v : vertices) body.points.push_back(crystals.point_of(v));
  for (std::size_t a = 0; a < stencil.axes; ++a) {
    const std::int32_t ring = is_alone ? period(graph, stencil, crystals, vertices, a) : 0;
    std::int32_t low = body.points[0][a], high = low;
    for (const Point& point : body.points) low = std::min(low, point[a]), high = std::max(high, point[a]);
    const std::int32_t extent = high - low + 1;
    for (Point& point : body.points) point[a] = (point[a] - low) % (ring > 0 ? ring : extent);
    body.extents[a] = ring > 0 ? std::min(ring, extent) : extent;
    body.periodic[a] = ring > 0;
  }
  return body;
}

/// Drops the vertices of layers at the ends of an axis that are nearly empty, if all vertices fit in the rest: where
/// edges are missing a crystal may grow out of the box.
void trim(Body& body, std::size_t axis) {
  while (!body.periodic[axis] && body.extents[axis] > 2) {
    const std::int32_t last = body.extents[axis] - 1;
    const std::size_t cells = points_in(body.extents), layer = cells / static_cast<std::size_t>(body.extents[axis]);
    if (cells < body.points.size() + layer) return;
    std::array<std::size_t, 2> count{};
    for (const Point& point : body.points) {
      if (point[axis] == 0) ++count[0];
      if (point[axis] == last) ++count[1];
    }
    const bool drops_last = count[1] <= count[0];
    if (2 * std::min(count[0], count[1]) > layer) return;
    std::vector<std::pair<Vertex, Point>> left;
    for (std::size_t i = 0; i < body.points.size(); ++i) {
      if (body.points[i][axis] == (drops_last ? last : 0)) continue;
      left.emplace_back(body.vertices[i], body.points[i]);
      if (!drops_last) --left.back().second[axis];
    }
    body.vertices.clear();
    body.points.clear();
    for (const auto& [v, point] : left) body.vertices.push_back(v), body.points.push_back(point);
    --body.extents[axis];
  }
}

/// A lattice that is made of several bodies, side by side along the first axis, and of single vertices.
class Assembly {
 public:
  Assembly(std::size_t axes, std::size_t vertices) : count_(vertices), has_point_(vertices, 0) {
    lattice_.axes = axes;
    lattice_.extents[0] = 0;
    lattice_.point_of.resize(vertices);
  }

  void add(const Body& body) {
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
      Point& point = lattice_.point_of[body.vertices[i]] = body.points[i];
      point[0] += lattice_.extents[0];
      has_point_[body.vertices[i]] = 1;
    }
    lattice_.is_whole = lattice_.extents[0] == 0;
    lattice_.extents[0] += body.extents[0];
    for (std::size_t a = 1; a < kMostAxes; ++a) lattice_.extents[a] = std::max(lattice_.extents[a], body.extents[a]);
    lattice_.periodic = body.periodic;
  }

  /// Gives the other vertices free points, beside their neighbours if possible; adds a layer if there are too few.
  /// Returns nothing if points coincide, or if most of the box is empty.
  std::optional<Lattice> finished(const Graph& graph) {
    if (lattice_.axes == 1) close_gaps();
    while (lattice_.cells() < count_) ++lattice_.extents[0];
    if (lattice_.cells() > kLattice.most_cells_per_vertex * count_) return std::nullopt;
    std::vector<char> taken(lattice_.cells(), 0);
    for (Vertex v = 0; v < count_; ++v) {
      if (has_point_[v] && taken[lattice_.cell_of(lattice_.point_of[v])]++) return std::nullopt;
    }
    std::size_t first_free = 0;
    for (Vertex v = 0; v < count_; ++v) {
      if (has_point_[v]) continue;
      while (taken[first_free]) ++first_free;
      const std::size_t cell = near_neighbours(graph, v, taken).value_or(first_free);
      taken[cell] = 1;
      lattice_.point_of[v] = lattice_.point_at(cell);
      has_point_[v] = 1;
    }
    return std::move(lattice_);
  }

 private:
  /// Numbers the points of a line anew, in their order.
  void close_gaps() {
    std::vector<std::pair<std::int32_t, Vertex>> order;
    for (Vertex v = 0; v < count_; ++v) {
      if (has_point_[v]) order.emplace_back(lattice_.point_of[v][0], v);
    }
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) lattice_.point_of[order[i].second] = {static_cast<std::int32_t>(i)};
    lattice_.extents[0] = static_cast<std::int32_t>(order.size());
  }

  /// Returns the free cell beside one of the vertex's neighbours with the least sum of weight x steps to all of them;
  /// nothing if there is none.
  std::optional<std::size_t> near_neighbours(const Graph& graph, Vertex v, const std::vector<char>& taken) const {
    std::optional<std::size_t> best;
    double least = 0;
    for (const Edge& edge : graph.row(v)) {
      if (!has_point_[edge.to]) continue;
      for (std::size_t a = 0; a < 2 * lattice_.axes; ++a) {
        Point point = lattice_.point_of[edge.to];
        std::int32_t& along = point[a / 2];
        along += a % 2 == 0 ? 1 : -1;
        if (along < 0 || along == lattice_.extents[a / 2] || taken[lattice_.cell_of(point)]) continue;
        const double length = weighted_length(graph, v, point);
        if (!best || length < least) best = lattice_.cell_of(point), least = length;
      }
    }
    return best;
  }

  double weighted_length(const Graph& graph, Vertex v, const Point& point) const {
    double sum = 0;
    for (const Edge& edge : graph.row(v)) {
      if (!has_point_[edge.to]) continue;
      const Point step = lattice_.step(point, lattice_.point_of[edge.to]);
      for (const std::int32_t along : step) sum += static_cast<double>(edge.weight) * std::abs(along);
    }
    return sum;
  }

  Lattice lattice_;
  std::size_t count_;
  std::vector<char> has_point_;
};

class LatticeRecognition {
 public:
  explicit LatticeRecognition(const Graph& graph) : graph_(graph), count_(connected_vertices(graph)) {}

  std::optional<Lattice> run() {
    if (count_ < 2 || count_ > kLattice.most_grown) return std::nullopt;
    for (const EdgeWeight least : thresholds()) {
      const HeavyPart heavy(graph_, least);
      for (const Stencil& stencil : known_stencils()) {
        consider(grow(heavy, stencil));
        if (share_ >= kLattice.certain) return std::move(best_);
      }
    }
    return std::move(best_);
  }

 private:
  void consider(std::optional<Lattice> lattice) {
    if (!lattice) return;
    const double share = steps_of(graph_, *lattice).share;
    if (share < kLattice.least_share || share <= share_) return;
    best_ = std::move(lattice);
    share_ = share;
  }

  /// Returns the weights above the largest gaps between the weights that occur, the smallest first.
  std::vector<EdgeWeight> thresholds() const {
    std::vector<EdgeWeight> weights;
    for (const Edge& edge : graph_.edges) weights.push_back(edge.weight);
    std::sort(weights.begin(), weights.end());
    std::vector<std::pair<double, EdgeWeight>> gaps = {{1e18, weights.front()}};
    for (std::size_t i = 1; i + count_ / 2 < weights.size(); ++i) {
      const double ratio =
          static_cast<double>(weights[i]) / static_cast<double>(std::max<EdgeWeight>(weights[i - 1], 1));
      if (ratio > kLattice.gap) gaps.emplace_back(ratio, weights[i]);
    }
    std::stable_sort(gaps.begin(), gaps.end(), std::greater<>());
    gaps.resize(std::min(gaps.size(), kLattice.thresholds));
    std::vector<EdgeWeight> chosen;
    for (const auto& [ratio, weight] : gaps) chosen.push_back(weight);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  bool is_less(std::size_t vertices, double share) const {
    return static_cast<double>(vertices) < share * static_cast<double>(count_);
  }

  std::optional<Lattice> grow(const HeavyPart& heavy, const Stencil& stencil) const {
    Crystals crystals(heavy, stencil);
    std::size_t failures = 0, placed = 0;
    for (const Vertex seed : seeds(heavy, stencil)) {
      if (placed == count_ || failures == kLattice.failures) break;
      if (crystals.has_point(seed)) continue;
      const bool grows = crystals.grow_from(seed);
      if (grows) placed += crystals.all().back().size();
      if (!grows || is_less(crystals.all().back().size(), kLattice.least_crystal)) ++failures;
    }
    if (is_less(placed, kLattice.least_placed)) return std::nullopt;
    Assembly assembly(stencil.axes, count_);
    for (const auto& crystal : crystals.all()) {
      Body body = body_of(heavy, stencil, crystals, crystal, crystals.all().size() == 1);
      for (std::size_t a = 0; a < stencil.axes && crystals.all().size() == 1; ++a) trim(body, a);
      assembly.add(body);
    }
    return assembly.finished(graph_);
  }

  /// Returns the vertices with as many neighbours as a cell inside a grid, those first whose neighbours have as many.
  /// Returns none if there are few, or many with more neighbours.
  std::vector<Vertex> seeds(const HeavyPart& heavy, const Stencil& stencil) const {
    const std::size_t degree = stencil.steps.size();
    std::vector<Vertex> chosen;
    std::size_t more = 0;
    for (Vertex v = 0; v < count_; ++v) {
      if (heavy.row(v).size() > degree) ++more;
      if (heavy.row(v).size() == degree) chosen.push_back(v);
    }
    if (!is_less(more, kLattice.most_larger) || is_less(chosen.size(), kLattice.least_inside)) return {};
    std::vector<std::pair<std::ptrdiff_t, Vertex>> sorted;
    for (const Vertex v : chosen) {
      const auto alike = std::count_if(heavy.row(v).begin(), heavy.row(v).end(),
                                       [&](Vertex to) { return heavy.row(to).size() == degree; });
      sorted.emplace_back(-alike, v);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = sorted[i].second;
    return chosen;
  }

  const Graph& graph_;
  std::size_t count_;
  std::optional<Lattice> best_;
  double share_ = 0;
};

}  // namespace

std::optional<Lattice> grow_lattice(const Graph& graph) { return LatticeRecognition(graph).run(); }

}  // namespace topomorph::mapping
