// Compares the surfaces of blocks along the axes of a grid.
#include "core/extrapolation/block_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace topomorph::extrapolation {

namespace {

/// Returns whether the step goes to the next cell along this axis alone.
bool is_next_along(const Rule& rule, std::size_t axis) {
  if (rule.kind != RuleKind::Step) return false;
  for (std::size_t a = 0; a < rule.step.size(); ++a) {
    if (std::abs(rule.step[a]) != (a == axis ? 1 : 0)) return false;
  }
  return true;
}

/// Returns by axis of more than one cell the volume between neighbours along it; empty if an axis has none.
std::vector<double> surfaces(const Recognised& known) {
  std::vector<double> surfaces;
  for (std::size_t axis = 0; axis < known.grid.axes(); ++axis) {
    if (known.grid.extents()[axis] == 1) continue;
    double bytes = 0;
    for (const FittedRule& rule : known.fit.rules) {
      if (is_next_along(rule.rule, axis)) bytes = std::max(bytes, rule.levels.front().all_bytes());
    }
    if (bytes <= 0) return {};
    surfaces.push_back(bytes);
  }
  return surfaces;
}

/// Returns whether these lengths are nearly equal.
bool is_cube(const std::vector<double>& lengths) {
  constexpr double kTolerance = 1.15;
  const auto [least, most] = std::ranges::minmax(lengths);
  return most <= kTolerance * least;
}

}  // namespace

KeptShape kept_shape(const Recognised& known) {
  const std::vector<double> surface = surfaces(known);
  if (surface.empty()) return KeptShape::Unknown;
  std::vector<double> block, domain;  // lengths along the axes, in any unit: the surface times the length is the volume
  for (const std::int64_t extent : known.grid.extents()) {
    if (extent == 1) continue;
    block.push_back(1 / surface[block.size()]);
    domain.push_back(static_cast<double>(extent) * block.back());
  }
  if (is_cube(block) == is_cube(domain)) return KeptShape::Unknown;
  return is_cube(block) ? KeptShape::Block : KeptShape::Domain;
}

BlockShape::BlockShape(const Recognised& known, const RankGrid& grid) : kept_(kept_shape(known)) {
  const std::size_t axes = grid.axes();
  for (std::size_t a = 0; a < axes; ++a) {
    relative_.push_back(static_cast<double>(grid.extents()[a]) / static_cast<double>(known.grid.extents()[a]));
  }
  const double growth = std::accumulate(relative_.begin(), relative_.end(), 1.0, std::multiplies<>());
  for (double& each : relative_) each /= std::pow(growth, 1 / static_cast<double>(axes));
}

bool BlockShape::matters() const { return !is_cube(relative_); }

double BlockShape::factor(const Rule& step) const {
  if (kept_ == KeptShape::Block) return 1;
  const double grown = surface(step, relative_);
  return kept_ == KeptShape::Domain ? grown : std::sqrt(grown);
}

}  // namespace topomorph::extrapolation
