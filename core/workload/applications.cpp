// Assigns applications to the jobs of a log by size, as PaCMap's evaluation does [Tuncer 2015].
#include "core/workload/applications.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/base/workers.h"
#include "core/formats/affinity_file.h"
#include "core/formats/formats.h"
#include "core/mapping/baselines/pacmap.h"
#include "core/workload/variates.h"

namespace topomorph::workload {

namespace {

/// Returns the bytes that one byte of the affinity means if communicating ranks exchange `bytes_of_pair` on average.
double unit_for(const Affinity& affinity, double bytes_of_pair) {
  if (bytes_of_pair == 0 || affinity.total_bytes() == 0) return 1;
  const Affinity both = formats::both_directions(affinity);
  double pairs = 0, bytes = 0;
  for (Role role = 0; role < both.roles(); ++role) {
    for (const AffinityEntry& entry : both.row(role)) {
      if (entry.destination < role) continue;
      ++pairs;
      bytes += static_cast<double>(entry.bytes);
    }
  }
  return pairs == 0 ? 1 : bytes_of_pair * pairs / bytes;
}

}  // namespace

Applications::Applications(ApplicationOptions options) : options_(std::move(options)) {
  for (const std::string& source : options_.affinities) {
    const auto affinity = std::make_shared<const Affinity>(formats::read_affinity(source));
    add(source, affinity->roles(), [affinity] { return *affinity; });
  }
  for (const std::string& name : options_.patterns) add_patterns(name);
  if (entries_.empty() && options_.hosts > 1) {
    throw InputError(fmt::format("found no application of more than {} ranks (a host) and at most {} (the machine)",
                                 options_.slots_per_host, options_.slots_per_host * options_.hosts));
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.ranks < b.ranks; });
  entries_.insert(entries_.begin(), Entry{"one host", options_.slots_per_host, nullptr, nullptr});
}

void Applications::add(std::string name, std::uint64_t ranks, std::function<Affinity()> read) {
  if (ranks <= options_.slots_per_host || (ranks - 1) / options_.slots_per_host >= options_.hosts) return;
  entries_.push_back({std::move(name), ranks, std::move(read), nullptr});
}

void Applications::add_patterns(const std::string& name) {
  make_pattern(name, 1, 0);  // throws for an unknown name
  for (std::uint64_t power = 1; power <= kMaxRoles / 2; power *= 2) {
    for (const std::uint64_t ranks : {power, power + power / 2}) {
      add(fmt::format("{}-{}", name, ranks), ranks,
          [name, ranks, seed = options_.seed] { return make_pattern(name, ranks, seed); });
    }
  }
}

std::size_t Applications::index_for(std::uint64_t ranks, std::uint64_t job) const {
  if (ranks <= options_.slots_per_host) return 0;
  const auto apart = [&](const Entry& entry) {
    return entry.ranks < ranks ? ranks - entry.ranks : entry.ranks - ranks;
  };
  const auto nearest = std::min_element(entries_.begin() + 1, entries_.end(),
                                        [&](const Entry& a, const Entry& b) { return apart(a) < apart(b); });
  const auto end = std::find_if(nearest, entries_.end(), [&](const Entry& e) { return e.ranks != nearest->ranks; });
  Random seeds(options_.seed);
  Random random(seeds.next() ^ job);
  const auto equals = static_cast<std::uint64_t>(end - nearest);
  return static_cast<std::size_t>(nearest - entries_.begin()) + random.below(equals);
}

std::uint64_t Applications::hosts_of(std::size_t index) const {
  return (entries_[index].ranks - 1) / options_.slots_per_host + 1;
}

Application Applications::make(const Entry& entry) const {
  if (!entry.read) return {entry.name, entry.ranks, Affinity::from_traffic(1, {}), 1};
  const Affinity affinity = entry.read();
  mapping::MapOptions map;
  map.seed = options_.seed;
  const mapping::TaskGroups groups = mapping::task_groups(affinity, options_.slots_per_host, map);
  return {entry.name, entry.ranks, mapping::traffic_between(groups, affinity),
          unit_for(affinity, options_.bytes_of_pair)};
}

void Applications::prepare(std::span<const std::size_t> indices, unsigned threads) {
  std::vector<Entry*> missing;
  for (const std::size_t index : indices) {
    if (!entries_[index].made) missing.push_back(&entries_[index]);
  }
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  Workers workers(threads);
  workers.for_each(missing.size(), [&](std::size_t i, std::size_t) {
    missing[i]->made = std::make_shared<const Application>(make(*missing[i]));
  });
}

double RunTimeModel::seconds(double base, double hop_bytes, double tau) const {
  if (hop_bytes <= 0) return base;
  return (1 + factor * std::pow(hop_bytes, exponent + tau)) * base;
}

double RunTimeModel::tau(std::uint64_t seed, std::uint64_t job) const {
  Random mixed(seed);
  Random random(mixed.next() + job);
  return uniform(random, -spread, spread);
}

namespace {

const std::array<std::string, 4> kNames{"stencil2d", "stencil3d", "mesh2d", "mesh3d"};
constexpr double kNeighboursInSquare = 6, kNeighboursInCube = 14;

void add_pair(std::vector<Traffic>& traffic, Role a, Role b) {
  traffic.push_back({a, b, 1, 1});
  traffic.push_back({b, a, 1, 1});
}

Affinity stencil(std::size_t dimensions, std::uint64_t ranks) {
  std::uint64_t side = 1;
  const auto cells = [&](std::uint64_t length) { return dimensions == 2 ? length * length : length * length * length; };
  while (cells(side) < ranks) ++side;
  std::vector<Traffic> traffic;
  for (Role rank = 0; rank < ranks; ++rank) {
    std::uint64_t stride = 1;
    for (std::size_t d = 0; d < dimensions; ++d, stride *= side) {
      const bool at_end = rank / stride % side == side - 1;
      if (!at_end && rank + stride < ranks) add_pair(traffic, rank, rank + stride);
    }
  }
  return Affinity::from_traffic(ranks, std::move(traffic));
}

/// Points in the unit square or cube, sorted into boxes at least as wide as the reach.
class Points {
 public:
  using Point = std::array<double, 3>;  // the last coordinate is 0 in a square

  Points(std::size_t dimensions, std::uint64_t count, double reach, Random& random)
      : reach_(reach),
        boxes_(std::max<std::uint64_t>(static_cast<std::uint64_t>(1 / reach), 1)),
        flat_(dimensions == 2) {
    inside_.resize(boxes_ * boxes_ * (flat_ ? 1 : boxes_));
    for (Role i = 0; i < count; ++i) {
      const double x = uniform(random), y = uniform(random), z = flat_ ? 0 : uniform(random);
      points_.push_back({x, y, z});
      inside_[box(along(x), along(y), along(z))].push_back(i);
    }
  }

  /// Calls visit(a, b) once for each two points within reach.
  template <class Visit>
  void for_each_pair(Visit visit) const {
    for (Role a = 0; a < points_.size(); ++a) {
      for_each_near(points_[a], [&](Role b) {
        if (a < b && square_of_distance(points_[a], points_[b]) <= reach_ * reach_) visit(a, b);
      });
    }
  }

 private:
  std::uint64_t along(double x) const {
    return std::min(static_cast<std::uint64_t>(x * static_cast<double>(boxes_)), boxes_ - 1);
  }
  std::size_t box(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return flat_ ? y * boxes_ + x : (z * boxes_ + y) * boxes_ + x;
  }
  static double square_of_distance(const Point& a, const Point& b) {
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
  }

  template <class Visit>
  void for_each_near(const Point& point, Visit visit) const {
    std::array<std::uint64_t, 3> low{}, high{};
    for (std::size_t d = 0; d < 3; ++d) {
      const std::uint64_t here = along(point[d]);
      low[d] = here == 0 ? 0 : here - 1;
      high[d] = d == 2 && flat_ ? 0 : std::min(here + 1, boxes_ - 1);
    }
    for (std::uint64_t z = low[2]; z <= high[2]; ++z) {
      for (std::uint64_t y = low[1]; y <= high[1]; ++y) {
        for (std::uint64_t x = low[0]; x <= high[0]; ++x) {
          for (const Role other : inside_[box(x, y, z)]) visit(other);
        }
      }
    }
  }

  double reach_;
  std::uint64_t boxes_;
  bool flat_;
  std::vector<Point> points_;
  std::vector<std::vector<Role>> inside_;
};

/// Returns the distance within which a point has the wanted mean number of neighbours.
double reach_for(std::size_t dimensions, std::uint64_t ranks) {
  const auto count = static_cast<double>(ranks);
  const double reach = dimensions == 2 ? std::sqrt(kNeighboursInSquare / (std::numbers::pi * count))
                                       : std::cbrt(kNeighboursInCube / (4.0 / 3 * std::numbers::pi * count));
  return std::min(reach, 1.0);
}

Affinity mesh(std::size_t dimensions, std::uint64_t ranks, std::uint64_t seed) {
  Random random(seed);
  const Points points(dimensions, ranks, reach_for(dimensions, ranks), random);
  std::vector<Traffic> traffic;
  points.for_each_pair([&](Role a, Role b) { add_pair(traffic, a, b); });
  return Affinity::from_traffic(ranks, std::move(traffic));
}

}  // namespace

std::span<const std::string> pattern_names() { return kNames; }

Affinity make_pattern(const std::string& name, std::uint64_t ranks, std::uint64_t seed) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    throw InputError(fmt::format("unknown pattern \"{}\", expected one of {}", name, fmt::join(kNames, ", ")));
  }
  if (ranks == 0 || ranks > kMaxRoles) {
    throw InputError(fmt::format("found a pattern of {} ranks, expected 1 to {}", ranks, kMaxRoles));
  }
  const std::size_t dimensions = name.ends_with("2d") ? 2 : 3;
  return name.starts_with("stencil") ? stencil(dimensions, ranks) : mesh(dimensions, ranks, seed);
}

}  // namespace topomorph::workload
