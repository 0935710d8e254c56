// Sorts the edges of a lattice by direction, and finds the least that parts of one size cut of them.
#include "core/bounds/lattice_bound.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>

namespace topomorph::bounds {
namespace {

using mapping::kMostAxes;
using mapping::Lattice;
using mapping::Point;
using Direction = LatticeBound::Direction;

/// Returns the axis of a step to the next cell along it; nothing for other steps.
std::optional<std::size_t> axis_of(const Point& step) {
  std::size_t axis = 0, length = 0;
  for (std::size_t a = 0; a < kMostAxes; ++a) {
    if (step[a] != 0) axis = a;
    length += static_cast<std::size_t>(std::abs(step[a]));
  }
  if (length != 1) return std::nullopt;
  return axis;
}

/// Returns the number of cells on the longest line; 0 if lines go around axes in other ways than rings do.
double longest_line(const Lattice& lattice, const Point& step) {
  double longest = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < lattice.axes; ++a) {
    if (step[a] == 0) continue;
    if (lattice.is_ring(a, lattice.extents[a]) && !axis_of(step)) return 0;
    longest = std::min(longest, std::ceil(static_cast<double>(lattice.extents[a]) / std::abs(step[a])));
  }
  return longest;
}

/// Returns the direction with the edges that weigh at least some weight, which makes number x weight largest: without
/// the few light ones, the others count for more.
Direction direction_of(const Lattice& lattice, const Point& step, std::vector<double>& weights) {
  std::ranges::sort(weights, std::greater<>());
  Direction direction{step, 0, 0, longest_line(lattice, step), false};
  if (const auto axis = axis_of(step)) direction.is_ring = lattice.is_ring(*axis, lattice.extents[*axis]);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double edges = static_cast<double>(i) + 1;
    if (edges * weights[i] > direction.edges * direction.weight) direction.edges = edges, direction.weight = weights[i];
  }
  return direction;
}

/// Returns the directions of all edges, the heaviest first.
std::vector<Direction> directions_of(const mapping::Graph& graph, const Lattice& lattice) {
  std::map<Point, std::vector<double>> weights;
  for (mapping::Vertex v = 0; v < lattice.point_of.size(); ++v) {
    for (const mapping::Edge& edge : graph.row(v)) {
      if (edge.to < v) continue;
      Point step = lattice.step(lattice.point_of[v], lattice.point_of[edge.to]);
      if (step < Point{}) std::ranges::transform(step, step.begin(), std::negate<>());  // one of two opposite steps
      weights[step].push_back(static_cast<double>(edge.weight));
    }
  }
  std::vector<Direction> directions;
  for (auto& [step, of_step] : weights) directions.push_back(direction_of(lattice, step, of_step));
  std::erase_if(directions, [](const Direction& direction) { return direction.longest == 0; });
  std::ranges::stable_sort(directions, std::greater<>(), &Direction::weight);
  return directions;
}

/// Returns whether no step of the group and this one is a sum of multiples of the others.
bool is_independent(const std::vector<Direction>& group, const Point& step) {
  std::vector<std::array<double, kMostAxes>> rows;  // each has a 0 where an earlier one has its first number
  const auto reduced = [&](const Point& of) {
    std::array<double, kMostAxes> row{};
    std::ranges::copy(of, row.begin());
    for (const auto& known : rows) {
      const auto pivot =
          static_cast<std::size_t>(std::ranges::find_if(known, [](double x) { return x != 0; }) - known.begin());
      const double factor = row[pivot] / known[pivot];
      for (std::size_t a = 0; a < kMostAxes; ++a) row[a] = a == pivot ? 0 : row[a] - factor * known[a];
    }
    return row;
  };
  for (const Direction& direction : group) rows.push_back(reduced(direction.step));
  constexpr double kRounding = 1e-9;
  return std::ranges::any_of(reduced(step), [](double x) { return std::abs(x) > kRounding; });
}

}  // namespace

LatticeBound::LatticeBound(const mapping::Graph& graph, const Lattice& lattice)
    : cells_(static_cast<double>(lattice.point_of.size())) {
  for (const Direction& direction : directions_of(graph, lattice)) {
    const auto group =
        std::ranges::find_if(groups_, [&](const auto& one) { return is_independent(one, direction.step); });
    group == groups_.end() ? groups_.push_back({direction}) : group->push_back(direction);
  }
}

double LatticeBound::crossing(double cells_of_part) const {
  const double volume = std::min(cells_of_part, cells_);
  if (volume <= 0) return 0;
  double sum = 0;
  for (const auto& group : groups_) {
    double of_group = cells_ / volume * least_in(group, volume);
    for (const Direction& direction : group) {
      const double lines = cells_ - direction.edges + (direction.is_ring ? cells_ / (direction.longest - 1) : 0);
      of_group -= direction.weight * lines;
    }
    sum += std::max(of_group, 0.0);
  }
  return sum;
}

/// Returns the least sum of weight x P. Without limits all terms are equal; a P below its least one, V / longest line,
/// gets that, and the others share what is left of the product.
double LatticeBound::least_in(const std::vector<Direction>& group, double volume) const {
  std::vector<char> fixed(group.size(), 0);
  double product = std::pow(volume, static_cast<double>(group.size()) - 1), sum = 0;
  for (;;) {
    double weights = 1, free = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!fixed[i]) weights *= group[i].weight_of_line(), ++free;
    }
    const double term = free > 0 ? std::pow(product * weights, 1 / free) : 0;
    bool fits = true;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const double least = std::max(volume / group[i].longest, 1.0);
      if (fixed[i] || term >= group[i].weight_of_line() * least) continue;
      fixed[i] = 1, fits = false;
      sum += group[i].weight_of_line() * least;
      product /= least;
    }
    if (fits) return sum + free * term;
  }
}

}  // namespace topomorph::bounds
