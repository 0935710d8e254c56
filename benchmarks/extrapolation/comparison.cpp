// Compares a continued affinity with the true one: bytes pair by pair, and the mappings found for both.
#include "benchmarks/extrapolation/comparison.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evaluation/evaluate.h"
#include "core/mapping/portfolio/map.h"

namespace topomorph::benchmarks {

namespace {

/// Calls visit(a, b) with the bytes of each pair in both affinities.
template <typename Visit>
void for_each_pair(const Affinity& a, const Affinity& b, Visit visit) {
  for (Role role = 0; role < a.roles(); ++role) {
    const auto left = a.row(role), right = b.row(role);
    for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
      const Role none = a.roles();
      const Role of_left = i < left.size() ? left[i].destination : none;
      const Role of_right = j < right.size() ? right[j].destination : none;
      const Role next = std::min(of_left, of_right);
      const auto bytes_left = static_cast<double>(of_left == next ? left[i++].bytes : 0);
      const auto bytes_right = static_cast<double>(of_right == next ? right[j++].bytes : 0);
      if (next != role) visit(bytes_left, bytes_right);
    }
  }
}

}  // namespace

ContinuedDifference difference_of(const Affinity& continued, const Affinity& actual) {
  double all_continued = 0, all_actual = 0, bytes = 0, pattern = 0;
  for_each_pair(continued, actual, [&](double a, double b) {
    all_continued += a, all_actual += b;
    bytes += std::abs(a - b);
  });
  const double scale = all_continued > 0 ? all_actual / all_continued : 0;
  for_each_pair(continued, actual, [&](double a, double b) { pattern += std::abs(a * scale - b); });
  return {bytes / all_actual, pattern / all_actual};
}

ContinuedCost cost_of(const Affinity& continued, const Affinity& actual, const Topology& topology) {
  const auto cost = [&](const Mapping& mapping) {
    return static_cast<double>(evaluation::evaluate(actual, topology, mapping).hop_bytes);
  };
  Mapping identity(actual.roles());
  std::iota(identity.begin(), identity.end(), Slot{0});
  const double best = cost(mapping::map(actual, topology).mapping);
  return {cost(mapping::map(continued, topology).mapping) / best, cost(identity) / best};
}

}  // namespace topomorph::benchmarks
