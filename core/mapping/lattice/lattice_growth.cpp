// Finds the lattice of a relabelled process grid in its graph: grows from a cell whose neighbours form a known stencil.
#include "core/mapping/lattice/lattice_growth.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/mapping/lattice/stencils.h"
#include "core/mapping/presets.h"

namespace topomorph::mapping {

namespace {

Point sum(const Point& a, const Point& b, int sign = 1) {
  Point result{};
  for (std::size_t i = 0; i < kMostAxes; ++i) result[i] = a[i] + sign * b[i];
  return result;
}

struct HashOfPoint {
  std::size_t operator()(const Point& point) const {
    std::uint64_t hash = 0;
    for (const std::int32_t along : point) hash = (hash + static_cast<std::uint32_t>(along)) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32);
  }
};

/// The edges that weigh at least so much.
class HeavyPart {
 public:
  HeavyPart(const Graph& graph, EdgeWeight least) {
    begin_.push_back(0);
    for (Vertex v = 0; v < graph.vertices(); ++v) {
      for (const Edge& edge : graph.row(v)) {
        if (edge.weight >= least) ends_.push_back(edge.to);
      }
      begin_.push_back(ends_.size());
    }
  }
  std::size_t vertices() const { return begin_.size() - 1; }
  std::span<const Vertex> row(Vertex v) const { return {ends_.data() + begin_[v], ends_.data() + begin_[v + 1]}; }
  bool are_joined(Vertex a, Vertex b) const { return std::binary_search(row(a).begin(), row(a).end(), b); }
  std::size_t common(Vertex a, Vertex b) const {
    std::size_t count = 0;
    const auto first = row(a), second = row(b);
    for (auto i = first.begin(), j = second.begin(); i != first.end() && j != second.end();) {
      count += *i == *j ? 1 : 0;
      *i < *j ? ++i : *j < *i ? ++j : (++i, ++j);
    }
    return count;
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<Vertex> ends_;
};

/// Grows one lattice from one vertex.
class Growth {
 public:
  Growth(const HeavyPart& graph, const Stencil& stencil)
      : graph_(graph), stencil_(stencil), point_of_(graph.vertices()), placed_(graph.vertices(), 0) {}

  /// Returns whether the neighbours of the vertex form the stencil; then everything reachable has its point.
  bool from(Vertex seed) {
    if (!place_around(seed)) return false;
    std::size_t forced = 0;
    do {
      place_certain();
    } while (forced++ < kLattice.guesses && place_likely());
    return true;
  }

  std::size_t placed() const { return vertex_at_.size(); }
  bool is_placed(Vertex v) const { return placed_[v] != 0; }
  const std::vector<Point>& points() const { return point_of_; }

 private:
  /// The vertices one step forwards and backwards along an axis; the same vertex along a flat axis.
  using Ends = std::pair<Vertex, Vertex>;

  bool place_around(Vertex seed) {
    const std::vector<Ends> axes = axes_around(seed);
    if (axes.size() != stencil_.axes) return false;
    place(seed, {});
    for (std::size_t a = 0; a < axes.size(); ++a) {
      Point unit{};
      unit[a] = 1;
      place(axes[a].first, unit);
      unit[a] = -1;
      if (axes[a].second != axes[a].first) place(axes[a].second, unit);
    }
    return true;
  }

  /// Returns the ends of each axis; fewer if they cannot be told apart.
  std::vector<Ends> axes_around(Vertex seed) const {
    std::vector<Vertex> units;
    Vertex across = kNoVertex;
    for (const Vertex v : graph_.row(seed)) {
      const std::size_t common = graph_.common(seed, v);
      if (common == stencil_.common_with_unit) units.push_back(v);
      if (common == stencil_.common_with_flat) across = v;
    }
    std::vector<Ends> axes = paired(units);
    if (!stencil_.is_flat) return axes;
    if (units.size() == 1) across = units.front();
    if (across != kNoVertex && units.size() <= 1) axes.emplace_back(across, across);
    return axes;
  }

  /// Takes pairs of opposite neighbours from the list. If one or several rings of four are left, any pairs will do:
  /// they are the same graph.
  std::vector<Ends> paired(std::vector<Vertex>& units) const {
    std::vector<Ends> axes;
    for (std::size_t i = 0; i < units.size();) {
      const auto opposite =
          std::find_if(units.begin() + static_cast<std::ptrdiff_t>(i) + 1, units.end(), [&](Vertex v) {
            return graph_.common(units[i], v) == stencil_.common_of_opposites &&
                   graph_.are_joined(units[i], v) == stencil_.joins_two;
          });
      if (opposite == units.end()) {
        ++i;
        continue;
      }
      axes.emplace_back(units[i], *opposite);
      units.erase(opposite);
      units.erase(units.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (; units.size() > 1; units.resize(units.size() - 2)) axes.emplace_back(units.back(), units[units.size() - 2]);
    return axes;
  }

  void place(Vertex v, const Point& point) {
    vertex_at_[point] = v;
    point_of_[v] = point;
    placed_[v] = 1;
    for (const Point& step : stencil_.steps) {
      const Point there = stencil_.folded(sum(point, step));
      if (!vertex_at_.contains(there)) waiting_.push({++known_around_[there], there});
    }
  }

  /// Places vertices while the points with most known neighbours leave no doubt.
  void place_certain() {
    while (!waiting_.empty()) {
      const auto [known, point] = waiting_.top();
      waiting_.pop();
      if (vertex_at_.contains(point) || known != known_around_[point]) continue;
      const Choice choice = best_for(point);
      if (choice.vertex == kNoVertex) continue;
      const bool is_certain = choice.score > choice.second && 2 * static_cast<std::size_t>(choice.score) >= known &&
                              !fits_elsewhere(choice, point);
      if (is_certain) {
        place(choice.vertex, point);
      } else {
        doubtful_.push_back(point);
      }
    }
  }

  /// Places the likeliest vertex of the doubtful points. Where edges are missing two neighbours may change places.
  bool place_likely() {
    Choice best;
    Point at{};
    std::vector<Point> still;
    for (const Point& point : doubtful_) {
      if (vertex_at_.contains(point)) continue;
      const Choice choice = best_for(point);
      if (choice.vertex == kNoVertex) continue;
      still.push_back(point);
      if (best.vertex == kNoVertex || choice.score > best.score) best = choice, at = point;
    }
    doubtful_ = std::move(still);
    if (best.vertex == kNoVertex) return false;
    place(best.vertex, at);
    return true;
  }

  /// A vertex that fits a point: how well, and how well the next one does.
  struct Choice {
    Vertex vertex = kNoVertex;
    int score = 0, second = 0;
  };

  /// Returns the free vertex that is joined to most of the known neighbours of the point.
  Choice best_for(const Point& point) const {
    std::vector<std::pair<Vertex, int>> votes;
    for (const Point& step : stencil_.steps) {
      const auto there = vertex_at_.find(stencil_.folded(sum(point, step)));
      if (there == vertex_at_.end()) continue;
      for (const Vertex v : graph_.row(there->second)) {
        if (placed_[v]) continue;
        const auto vote = std::find_if(votes.begin(), votes.end(), [v](const auto& each) { return each.first == v; });
        vote == votes.end() ? votes.emplace_back(v, 1), void() : void(++vote->second);
      }
    }
    Choice best;
    for (const auto& [v, count] : votes) {
      const int score = count - strangers(v, point);
      if (score > best.score) {
        best = {v, score, best.score};
      } else {
        best.second = std::max(best.second, score);
      }
    }
    return best;
  }

  /// Returns whether the vertex fits another free point as well. Takes long, so it trusts high scores.
  bool fits_elsewhere(const Choice& choice, const Point& point) const {
    if (2 * static_cast<std::size_t>(choice.score) > stencil_.steps.size()) return false;
    std::vector<std::pair<Point, int>> votes;
    for (const Vertex neighbour : graph_.row(choice.vertex)) {
      if (!placed_[neighbour]) continue;
      for (const Point& step : stencil_.steps) {
        const Point there = stencil_.folded(sum(point_of_[neighbour], step));
        if (there == point || vertex_at_.contains(there)) continue;
        const auto vote =
            std::find_if(votes.begin(), votes.end(), [&](const auto& each) { return each.first == there; });
        vote == votes.end() ? votes.emplace_back(there, 1), void() : void(++vote->second);
      }
    }
    return std::any_of(votes.begin(), votes.end(), [&](const auto& vote) {
      return vote.second >= choice.score && vote.second - strangers(choice.vertex, vote.first) >= choice.score;
    });
  }

  /// Returns how many neighbours of the vertex are near the point, but are none of its neighbours. Those far away do
  /// not count: they are across a periodic axis, or joined by other traffic.
  int strangers(Vertex v, const Point& point) const {
    int count = 0;
    for (const Vertex neighbour : graph_.row(v)) {
      if (!placed_[neighbour]) continue;
      const Point step = stencil_.folded(sum(point_of_[neighbour], point, -1));
      const bool is_near =
          std::all_of(step.begin(), step.end(), [this](auto along) { return std::abs(along) <= 2 * stencil_.reach; });
      count += is_near && !stencil_.has(step) ? 1 : 0;
    }
    return count;
  }

  const HeavyPart& graph_;
  const Stencil& stencil_;
  std::vector<Point> point_of_;
  std::vector<char> placed_;
  std::unordered_map<Point, Vertex, HashOfPoint> vertex_at_;
  std::unordered_map<Point, std::size_t, HashOfPoint> known_around_;
  std::vector<Point> doubtful_;                                 // points that several vertices fit
  std::priority_queue<std::pair<std::size_t, Point>> waiting_;  // free points by the number of known neighbours
};

/// Returns the length of the axis if edges join its ends: the same vertices then lie on both sides of the seam.
std::optional<std::int32_t> period(const HeavyPart& graph, const Stencil& stencil, const std::vector<Point>& point_of,
                                   std::size_t axis) {
  std::unordered_map<std::int32_t, std::size_t> count;
  std::size_t along = 0;
  for (Vertex v = 0; v < point_of.size(); ++v) {
    for (const Vertex to : graph.row(v)) {
      const std::int32_t length = point_of[to][axis] - point_of[v][axis];
      if (length == 1) ++along;
      if (length > stencil.reach) ++count[length];
    }
  }
  const auto most = std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first > b.first;
  });
  if (most == count.end()) return std::nullopt;
  const std::int32_t length = most->first + 1;
  return 2 * most->second * static_cast<std::size_t>(length) >= along ? std::optional(length) : std::nullopt;
}

/// Moves the points into a box from 0 on, around the ends of periodic axes. Returns nothing if points coincide.
std::optional<Lattice> in_a_box(const HeavyPart& graph, const Stencil& stencil, std::vector<Point> points) {
  Lattice lattice;
  lattice.axes = stencil.axes;
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    const auto length = period(graph, stencil, points, a);
    lattice.periodic[a] = length.has_value();
    std::int32_t low = points[0][a], high = low;
    for (const Point& point : points) low = std::min(low, point[a]), high = std::max(high, point[a]);
    for (Point& point : points) point[a] = (point[a] - low) % length.value_or(high - low + 1);
    lattice.extents[a] = std::min(length.value_or(high - low + 1), high - low + 1);
  }
  if (lattice.cells() > kLattice.most_cells_per_vertex * points.size()) return std::nullopt;
  std::vector<char> taken(lattice.cells(), 0);
  for (const Point& point : points) {
    if (taken[lattice.cell_of(point)]++) return std::nullopt;
  }
  lattice.point_of = std::move(points);
  return lattice;
}

class Recognition {
 public:
  explicit Recognition(const Graph& graph) : graph_(graph), count_(connected_vertices(graph)) {}

  std::optional<Lattice> run() {
    if (count_ < 2 || count_ > kLattice.most_grown) return std::nullopt;
    for (const EdgeWeight least : thresholds()) {
      const HeavyPart heavy(graph_, least);
      for (const Stencil& stencil : known_stencils()) {
        if (auto found = grow(heavy, stencil)) return found;
      }
    }
    return std::nullopt;
  }

 private:
  /// Returns the weights above the largest gaps between the weights that occur, the smallest first.
  std::vector<EdgeWeight> thresholds() const {
    std::vector<EdgeWeight> weights;
    for (const Edge& edge : graph_.edges) weights.push_back(edge.weight);
    std::sort(weights.begin(), weights.end());
    std::vector<std::pair<double, EdgeWeight>> gaps = {{1e18, weights.front()}};
    for (std::size_t i = count_ / 2; i + count_ / 2 < weights.size(); ++i) {
      const double ratio =
          static_cast<double>(weights[i]) / static_cast<double>(std::max<EdgeWeight>(weights[i - 1], 1));
      if (i > 0 && ratio > kLattice.gap) gaps.emplace_back(ratio, weights[i]);
    }
    std::stable_sort(gaps.begin(), gaps.end(), std::greater<>());
    gaps.resize(std::min(gaps.size(), kLattice.thresholds));
    std::vector<EdgeWeight> chosen;
    for (const auto& [ratio, weight] : gaps) chosen.push_back(weight);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  std::optional<Lattice> grow(const HeavyPart& heavy, const Stencil& stencil) const {
    for (const Vertex seed : seeds(heavy, stencil)) {
      Growth growth(heavy, stencil);
      if (!growth.from(seed)) continue;
      if (growth.placed() < count_) return std::nullopt;
      auto lattice = in_a_box(heavy, stencil,
                              {growth.points().begin(), growth.points().begin() + static_cast<std::ptrdiff_t>(count_)});
      if (lattice && steps_of(graph_, *lattice).share >= kLattice.least_share) return lattice;
      return std::nullopt;
    }
    return std::nullopt;
  }

  /// Returns some vertices with as many neighbours as a cell inside a grid, those first whose neighbours have as many.
  std::vector<Vertex> seeds(const HeavyPart& heavy, const Stencil& stencil) const {
    const std::size_t degree = stencil.steps.size();
    std::vector<std::pair<std::size_t, Vertex>> found;
    std::size_t more = 0;
    for (Vertex v = 0; v < count_; ++v) {
      if (heavy.row(v).size() > degree) ++more;
      if (heavy.row(v).size() != degree) continue;
      const auto alike = std::count_if(heavy.row(v).begin(), heavy.row(v).end(),
                                       [&](Vertex to) { return heavy.row(to).size() == degree; });
      found.emplace_back(static_cast<std::size_t>(alike), v);
    }
    if (4 * more > count_) return {};
    const auto most = std::min(found.size(), kLattice.seeds);
    std::partial_sort(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(most), found.end(),
        [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    std::vector<Vertex> chosen;
    for (std::size_t i = 0; i < most; ++i) chosen.push_back(found[i].second);
    return chosen;
  }

  const Graph& graph_;
  std::size_t count_;
};

}  // namespace

std::optional<Lattice> grow_lattice(const Graph& graph) { return Recognition(graph).run(); }

}  // namespace topomorph::mapping
