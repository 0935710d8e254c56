// Roles at the points of a lattice, as the cells of a process grid are: found in the affinity, whatever else it holds.
#include "core/mapping/grids/lattice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

std::size_t Lattice::cell_of(const Point& point) const {
  std::size_t cell = 0;
  for (std::size_t a = 0; a < axes; ++a) {
    cell = cell * static_cast<std::size_t>(extents[a]) + static_cast<std::size_t>(point[a]);
  }
  return cell;
}

Point Lattice::point_at(std::size_t cell) const {
  Point point{};
  for (std::size_t a = axes; a-- > 0; cell /= static_cast<std::size_t>(extents[a])) {
    point[a] = static_cast<std::int32_t>(cell % static_cast<std::size_t>(extents[a]));
  }
  return point;
}

std::optional<Lattice> lattice_of(const CartesianPattern& grid) {
  Lattice lattice;
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    if (grid.dims()[d] == 1) continue;
    if (lattice.axes == kMostAxes) return std::nullopt;
    lattice.extents[lattice.axes] = static_cast<std::int32_t>(grid.dims()[d]);
    lattice.periodic[lattice.axes] = grid.grid().periodic[d];
    ++lattice.axes;
  }
  lattice.point_of.resize(lattice.cells());
  for (std::size_t cell = 0; cell < lattice.cells(); ++cell) lattice.point_of[cell] = lattice.point_at(cell);
  return lattice;
}

std::size_t connected_vertices(const Graph& graph) {
  std::size_t count = graph.vertices();
  while (count > 0 && graph.row(static_cast<Vertex>(count - 1)).empty()) --count;
  return count;
}

namespace {

/// Returns the one of two opposite steps that points forwards; half-way around a periodic axis both are the same.
Point forwards(const Lattice& lattice, Point step) {
  if (step >= Point{}) return step;
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    step[a] = -step[a];
    if (lattice.periodic[a] && 2 * step[a] <= -lattice.extents[a]) step[a] += lattice.extents[a];
  }
  return step;
}

constexpr std::size_t kAlong = 2 * kReach + 1;  // steps along one axis

/// Returns how many steps are within reach. A table of the most axes takes 157 KB, which few roles would not use.
std::size_t steps_within_reach(const Lattice& lattice) {
  std::size_t steps = 1;
  for (std::size_t a = 0; a < lattice.axes; ++a) steps *= kAlong;
  return steps;
}

/// Numbers the steps within reach, in the order of their points.
std::size_t number_of(const Lattice& lattice, const Point& step) {
  std::size_t number = 0;
  for (std::size_t a = 0; a < lattice.axes; ++a) number = number * kAlong + static_cast<std::size_t>(step[a] + kReach);
  return number;
}

Point step_of(const Lattice& lattice, std::size_t number) {
  Point step{};
  for (std::size_t a = lattice.axes; a-- > 0; number /= kAlong) {
    step[a] = static_cast<std::int32_t>(number % kAlong) - kReach;
  }
  return step;
}

/// Returns the number of pairs of points this far apart in a full box.
double pairs_apart(const Lattice& lattice, const Point& step) {
  double pairs = 1;
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    pairs *= lattice.is_ring(a, lattice.extents[a]) ? lattice.extents[a]
                                                    : std::max(lattice.extents[a] - std::abs(step[a]), 0);
  }
  return pairs;
}

/// What the edges of each step weigh together, and how many they are.
struct StepSums {
  struct Sum {
    double weight = 0, edges = 0, squares = 0;
    Sum& operator+=(const Sum& other) {
      weight += other.weight, edges += other.edges, squares += other.squares;
      return *this;
    }
    /// Returns the standard deviation of the weights, times their number.
    double deviation() const { return std::sqrt(std::max(squares * edges - weight * weight, 0.0)); }
  };
  std::vector<Sum> of;  // by number_of()
  double all = 0;       // weight of all edges, also of long ones

  StepSums& operator+=(const StepSums& other) {
    for (std::size_t i = 0; i < of.size(); ++i) of[i] += other.of[i];
    all += other.all;
    return *this;
  }
};

void add_edges(const Graph& graph, const Lattice& lattice, Vertex v, StepSums& sums) {
  for (const Edge& edge : graph.row(v)) {
    if (edge.to < v) continue;
    sums.all += static_cast<double>(edge.weight);
    const Point step = lattice.step(lattice.point_of[v], lattice.point_of[edge.to]);
    const bool is_long = std::any_of(step.begin(), step.end(), [](auto s) { return std::abs(s) > kReach; });
    if (is_long) continue;
    StepSums::Sum& sum = sums.of[number_of(lattice, forwards(lattice, step))];
    const auto weight = static_cast<double>(edge.weight);
    sum += {weight, 1, weight * weight};
  }
}

}  // namespace

LatticeSteps steps_of(const Graph& graph, const Lattice& lattice, Workers& workers) {
  const StepSums none{std::vector<StepSums::Sum>(steps_within_reach(lattice)), 0};
  const StepSums sums = workers.sum(lattice.point_of.size(), none, [&](StepSums& some, std::size_t v) {
    add_edges(graph, lattice, static_cast<Vertex>(v), some);
  });
  LatticeSteps found;
  const double fill = static_cast<double>(lattice.point_of.size()) / static_cast<double>(lattice.cells());
  for (std::size_t number = 0; number < sums.of.size(); ++number) {
    const StepSums::Sum& sum = sums.of[number];
    if (sum.edges == 0) continue;
    const Point step = step_of(lattice, number);
    const double pairs = pairs_apart(lattice, step) * fill;
    if (sum.edges < kLattice.complete * pairs) continue;
    found.steps.push_back({step, sum.weight / std::max(pairs, sum.edges)});
    found.share += sum.weight;
    found.spread += sum.deviation();
  }
  found.spread /= std::max(found.share, 1.0);
  found.share /= std::max(sums.all, 1.0);
  return found;
}

LatticeSteps steps_of(const Graph& graph, const Lattice& lattice) {
  Workers alone(1);
  return steps_of(graph, lattice, alone);
}

}  // namespace topomorph::mapping
