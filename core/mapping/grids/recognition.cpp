// Finds the lattice of an affinity of process grids: by the numbering of its roles, as a pure grid, or by growth.
#include "core/mapping/grids/recognition.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "core/mapping/grids/grid_graph.h"
#include "core/mapping/grids/lattice_growth.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using Extents = std::vector<std::int64_t>;

/// Edges with the same difference of their ends' numbers.
struct Difference {
  std::int64_t by = 0;
  double weight = 0;
  double sampled = 0;  ///< weight in the sample
};

/// The lattice on which the edges are shortest if vertices are numbered row-major. There may be edges of any length;
/// there is no lattice if too little of the weight lies on steps that most cells have.
class Numbering {
 public:
  explicit Numbering(const Graph& graph) : graph_(graph), count_(connected_vertices(graph)) {}

  std::optional<Lattice> run() {
    if (count_ < 2) return std::nullopt;
    if (!find_differences()) return std::nullopt;
    sample_edges();
    Extents extents;
    consider_all(extents, static_cast<std::int64_t>(count_), Bounds(differences_.size()));
    if (best_.empty()) return std::nullopt;
    Lattice lattice = make(best_);
    find_periods(lattice);
    const LatticeSteps steps = steps_of(graph_, lattice);
    return steps.share >= kLattice.least_share ? std::optional(std::move(lattice)) : std::nullopt;
  }

 private:
  /// Finds the heaviest differences. Returns whether they have enough of the weight for any regular numbering.
  bool find_differences() {
    std::vector<double> by(count_, 0);
    double total = 0;
    for (Vertex v = 0; v < count_; ++v) {
      for (const Edge& edge : graph_.row(v)) {
        if (edge.to > v) by[edge.to - v] += static_cast<double>(edge.weight);
      }
    }
    for (std::size_t d = 1; d < count_; ++d) {
      if (by[d] > 0) differences_.push_back({static_cast<std::int64_t>(d), by[d], 0});
      total += by[d];
    }
    const auto most = std::min(differences_.size(), kLattice.differences);
    std::partial_sort(differences_.begin(), differences_.begin() + static_cast<std::ptrdiff_t>(most),
                      differences_.end(), [](const Difference& a, const Difference& b) {
                        return a.weight != b.weight ? a.weight > b.weight : a.by < b.by;
                      });
    differences_.resize(most);
    for (const Difference& difference : differences_) weight_ += difference.weight;
    return weight_ >= kLattice.least_regular * total;
  }

  /// Chooses edges all over the graph: extents are judged by their lengths.
  void sample_edges() {
    const std::size_t stride = std::max<std::size_t>(graph_.edges.size() / kLattice.sample, 1);
    std::size_t number = 0;
    for (Vertex v = 0; v < count_; ++v) {
      for (const Edge& edge : graph_.row(v)) {
        if (number++ % stride == 0) sample_.push_back({v, edge.to, static_cast<double>(edge.weight)});
      }
    }
    std::vector<double> by(count_, 0);
    for (const Sample& edge : sample_)
      by[edge.from < edge.to ? edge.to - edge.from : edge.from - edge.to] += edge.weight;
    for (Difference& difference : differences_) difference.sampled = by[static_cast<std::size_t>(difference.by)];
  }

  /// Numbers of steps with which numbers that differ so much can lie apart along the axes so far: the least without
  /// and with a carry from the axes that follow.
  struct Least {
    std::int64_t plain = 0, carried = 0;
  };
  using Bounds = std::vector<Least>;  // of each difference

  /// Tries all products of up to kMostAxes factors that make `left`, in every order. `bounds` are those of the extents
  /// so far, the first axis slowest.
  void consider_all(Extents& extents, std::int64_t left, const Bounds& bounds) {
    const auto with = [&](std::int64_t extent, auto go_on) {
      Bounds next;
      if (!may_be_short(next, bounds, extent, left / extent)) return;
      extents.push_back(extent);
      go_on(next);
      extents.pop_back();
    };
    if (left > 1) with(left, [&](const Bounds& all) { consider(extents, all); });
    if (extents.size() + 1 == kMostAxes) return;
    for (std::int64_t factor = 2; factor * factor <= left; ++factor) {
      if (left % factor != 0) continue;
      const auto go_deeper = [&](std::int64_t rest) {
        return [&, rest](const Bounds& next) { consider_all(extents, rest, next); };
      };
      with(factor, go_deeper(left / factor));
      if (factor != left / factor) with(left / factor, go_deeper(factor));
    }
  }

  /// Computes the bounds with one more axis, behind which the others have `rest` points. Returns whether edges may be
  /// short enough.
  bool may_be_short(Bounds& next, const Bounds& bounds, std::int64_t extent, std::int64_t rest) const {
    double sum = 0;
    next.reserve(differences_.size());
    for (std::size_t i = 0; i < differences_.size(); ++i) {
      const std::int64_t digit = differences_[i].by / rest % extent;
      const auto least_with = [&](std::int64_t here) {
        const std::int64_t around = extent - here;
        return std::min(bounds[i].plain + std::min(here, around), bounds[i].carried + around);
      };
      const Least least{least_with(digit), rest > 1 ? least_with(digit + 1) : kFar};
      next.push_back(least);
      sum += differences_[i].weight * static_cast<double>(std::min(least.plain, least.carried));
      if (sum >= kLattice.most_length * weight_) return false;
    }
    return true;
  }

  /// Returns the least length of the sampled edges that have one of the differences.
  double least_of_sample(const Bounds& bounds) const {
    double length = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const auto steps = std::min<std::int64_t>(bounds[i].plain, kLattice.longest);
      length += differences_[i].sampled * static_cast<double>(steps);
    }
    return length;
  }

  void consider(const Extents& extents, const Bounds& bounds) {
    const double wanted = extents.size() > best_.size()   ? 1 - kLattice.axis_saves
                          : extents.size() < best_.size() ? 1 + kLattice.axis_saves
                                                          : 1;
    const double most = least_ * wanted;
    if (least_of_sample(bounds) >= most) return;  // as most extents
    double length = 0;
    for (const Sample& edge : sample_) {
      const std::int32_t steps = std::min(length_of(extents, edge.from, edge.to), kLattice.longest);
      length += edge.weight * static_cast<double>(steps);
      if (length >= most) return;
    }
    least_ = length, best_ = extents;
  }

  /// Returns the number of steps between two vertices if all axes were periodic.
  static std::int32_t length_of(const Extents& extents, Vertex from, Vertex to) {
    std::int32_t length = 0;
    for (std::size_t a = extents.size(); a-- > 0;) {
      const auto extent = static_cast<Vertex>(extents[a]);
      const auto apart = std::abs(static_cast<std::int32_t>(from % extent) - static_cast<std::int32_t>(to % extent));
      length += std::min(apart, static_cast<std::int32_t>(extent) - apart);
      from /= extent;
      to /= extent;
    }
    return length;
  }

  Lattice make(const Extents& extents) const {
    Lattice lattice;
    lattice.axes = extents.size();
    for (std::size_t a = 0; a < extents.size(); ++a) lattice.extents[a] = static_cast<std::int32_t>(extents[a]);
    lattice.point_of.resize(count_);
    for (std::size_t cell = 0; cell < count_; ++cell) lattice.point_of[cell] = lattice.point_at(cell);
    return lattice;
  }

  /// An axis is periodic if its ends weigh as much together as neighbours along it.
  void find_periods(Lattice& lattice) const {
    std::array<double, kMostAxes> along{}, around{};
    for (Vertex v = 0; v < count_; ++v) {
      for (const Edge& edge : graph_.row(v)) {
        if (edge.to < v) continue;
        const Point step = lattice.step(lattice.point_of[v], lattice.point_of[edge.to]);
        for (std::size_t a = 0; a < lattice.axes; ++a) {
          if (!goes_along(step, a)) continue;
          if (std::abs(step[a]) == 1) along[a] += static_cast<double>(edge.weight);
          if (std::abs(step[a]) == lattice.extents[a] - 1) around[a] += static_cast<double>(edge.weight);
        }
      }
    }
    for (std::size_t a = 0; a < lattice.axes; ++a) {
      const double links = lattice.extents[a] - 1;
      lattice.periodic[a] = links > 1 && around[a] * links >= along[a] / 2;
    }
  }

  static bool goes_along(const Point& step, std::size_t axis) {
    for (std::size_t a = 0; a < kMostAxes; ++a) {
      if ((step[a] != 0) != (a == axis)) return false;
    }
    return true;
  }

  struct Sample {
    Vertex from = 0, to = 0;
    double weight = 0;
  };
  static constexpr std::int64_t kFar = std::numeric_limits<std::int32_t>::max();

  const Graph& graph_;
  std::size_t count_;
  std::vector<Difference> differences_;
  double weight_ = 0;  // of these
  std::vector<Sample> sample_;
  Extents best_;
  double least_ = std::numeric_limits<double>::infinity();  // length of the sampled edges under these extents
};

}  // namespace

std::optional<Lattice> recognise_lattice(const Graph& graph) {
  if (auto numbered = Numbering(graph).run()) return numbered;
  if (auto grid = recognise_grid(graph); grid && grid->extents.size() <= kMostAxes) return lattice_of(*grid);
  return grow_lattice(graph);
}

}  // namespace topomorph::mapping
