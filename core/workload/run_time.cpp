// Computes the run time of a placed job by [Tuncer 2015, equation 5].
#include "core/workload/run_time.h"

#include <cmath>

#include "core/workload/variates.h"

namespace topomorph::workload {

double RunTimeModel::seconds(double base, double hop_bytes, double tau) const {
  if (hop_bytes <= 0) return base;
  return (1 + factor * std::pow(hop_bytes, exponent + tau)) * base;
}

double RunTimeModel::tau(std::uint64_t seed, std::uint64_t job) const {
  Random mixed(seed);
  Random random(mixed.next() + job);
  return uniform(random, -spread, spread);
}

}  // namespace topomorph::workload
