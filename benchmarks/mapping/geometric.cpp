// Random geometric graphs.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "benchmarks/mapping/instances.h"
#include "benchmarks/mapping/random.h"
#include "core/base/error.h"

namespace topomorph::benchmarks {

namespace {

struct Point {
  double x = 0, y = 0;
};

std::vector<Point> draw_points(std::uint64_t roles, Random& random) {
  std::vector<Point> points(roles);
  for (Point& point : points) point = {random.unit(), random.unit()};
  return points;
}

/// Points sorted into square cells at least as wide as the radius: neighbours are in the 3 x 3 cells around a point.
class Cells {
 public:
  Cells(std::span<const Point> points, double radius)
      : side_(static_cast<std::int64_t>(std::max(1.0, std::floor(1.0 / radius)))),
        members_(static_cast<std::size_t>(side_ * side_)) {
    for (Role role = 0; role < points.size(); ++role) {
      members_[static_cast<std::size_t>(row(points[role]) * side_ + column(points[role]))].push_back(role);
    }
  }

  /// Calls `visit` with every point in the cells around.
  template <typename Visit>
  void around(const Point& point, Visit visit) const {
    for (std::int64_t y = std::max<std::int64_t>(row(point) - 1, 0); y <= std::min(row(point) + 1, side_ - 1); ++y) {
      for (std::int64_t x = std::max<std::int64_t>(column(point) - 1, 0); x <= std::min(column(point) + 1, side_ - 1);
           ++x) {
        for (const Role role : members_[static_cast<std::size_t>(y * side_ + x)]) visit(role);
      }
    }
  }

 private:
  std::int64_t row(const Point& point) const { return static_cast<std::int64_t>(point.y * static_cast<double>(side_)); }
  std::int64_t column(const Point& point) const {
    return static_cast<std::int64_t>(point.x * static_cast<double>(side_));
  }

  std::int64_t side_;
  std::vector<std::vector<Role>> members_;
};

}  // namespace

formats::Coordinates points_of_random_geometric(std::uint64_t roles, std::uint64_t seed) {
  Random random(seed);
  formats::Coordinates coordinates(2);
  for (const Point& point : draw_points(roles, random)) {
    coordinates[0].push_back(point.x);
    coordinates[1].push_back(point.y);
  }
  return coordinates;
}

Instance random_geometric(std::uint64_t roles, double mean_degree, std::uint64_t max_weight, std::uint64_t seed) {
  if (roles == 0 || roles > kMaxRoles || !(mean_degree > 0) || max_weight == 0) {
    throw InputError(
        fmt::format("geometric graph of {} roles, degree {}, weights to {}: expected 1 to {} roles, others above 0",
                    roles, mean_degree, max_weight, kMaxRoles));
  }
  Random random(seed);
  const std::vector<Point> points = draw_points(roles, random);
  const double radius_squared = mean_degree / (std::numbers::pi * static_cast<double>(roles));
  const Cells cells(points, std::sqrt(radius_squared));

  Instance graph{roles, {}};
  for (Role a = 0; a < roles; ++a) {
    cells.around(points[a], [&](Role b) {
      const double dx = points[a].x - points[b].x, dy = points[a].y - points[b].y;
      if (b <= a || dx * dx + dy * dy >= radius_squared) return;
      const std::uint64_t weight = 1 + random.below(max_weight);
      graph.edges.push_back({a, b, weight, weight});
    });
  }
  return graph;
}

}  // namespace topomorph::benchmarks
