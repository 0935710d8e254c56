// Recognises process grids by their numbering: the extents under which most weight goes to near cells.
#include "core/mapping/grids/lattice_numbering.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

using Extents = std::vector<std::int64_t>;

/// Edges with the same difference of their ends' numbers.
struct Difference {
  std::int64_t by = 0;
  double weight = 0;
};

class Numbering {
 public:
  explicit Numbering(const Graph& graph) : graph_(graph), count_(connected_vertices(graph)) {}

  std::optional<Lattice> run() {
    if (count_ < 2) return std::nullopt;
    if (!find_differences()) return std::nullopt;
    sample_edges();
    Extents extents;
    consider_all(extents, static_cast<std::int64_t>(count_));
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
      if (by[d] > 0) differences_.push_back({static_cast<std::int64_t>(d), by[d]});
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
  }

  /// Tries all products of up to kMostAxes factors that make `left`, in every order.
  void consider_all(Extents& extents, std::int64_t left) {
    if (left > 1) extents.push_back(left), consider(extents), extents.pop_back();
    if (extents.size() + 1 == kMostAxes) return;
    for (std::int64_t factor = 2; factor * factor <= left; ++factor) {
      if (left % factor != 0) continue;
      const std::array<std::int64_t, 2> both = {factor, left / factor};
      for (std::size_t i = 0; i < (both[0] == both[1] ? 1U : 2U); ++i) {
        extents.push_back(both[i]);
        consider_all(extents, left / both[i]);
        extents.pop_back();
      }
    }
  }

  void consider(const Extents& extents) {
    double bound = 0;
    for (const Difference& difference : differences_) {
      bound += difference.weight * static_cast<double>(least_length(extents, difference.by));
      if (bound >= kLattice.most_length * weight_) return;
    }
    const double wanted = extents.size() > best_.size()   ? 1 - kLattice.axis_saves
                          : extents.size() < best_.size() ? 1 + kLattice.axis_saves
                                                          : 1;
    const double most = least_ * wanted;
    double length = 0;
    for (const Sample& edge : sample_) {
      const std::int32_t steps = std::min(length_of(extents, edge.from, edge.to), kLattice.longest);
      length += edge.weight * static_cast<double>(steps);
      if (length >= most) return;  // most extents end here, after a few edges
    }
    least_ = length, best_ = extents;
  }

  /// Returns the least number of steps with which numbers that differ so much can lie apart.
  static std::int64_t least_length(const Extents& extents, std::int64_t difference) {
    std::array<std::int64_t, 2> least = {0, kFar};  // without and with a carry from the axes so far
    for (std::size_t a = extents.size(); a-- > 0;) {
      const std::int64_t digit = difference % extents[a];
      difference /= extents[a];
      std::array<std::int64_t, 2> next = {kFar, kFar};
      for (std::size_t carry = 0; carry < 2; ++carry) {
        const std::int64_t here = digit + static_cast<std::int64_t>(carry);
        const std::int64_t around = std::abs(extents[a] - here);
        next[0] = std::min(next[0], least[carry] + std::min(here, around));
        next[1] = std::min(next[1], least[carry] + around);
      }
      least = next;
    }
    return std::min(least[0], least[1]);
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

std::optional<Lattice> lattice_of_numbering(const Graph& graph) { return Numbering(graph).run(); }

}  // namespace topomorph::mapping
