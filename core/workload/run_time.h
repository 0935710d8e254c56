// Computes the run time of a placed job by [Tuncer 2015, equation 5].
#pragma once

#include <cstdint>

namespace topomorph::workload {

/// T = (1 + factor x hop-bytes^(exponent + tau)) x T_base, with tau uniform from -spread to spread. The authors fitted
/// the values to MiniGhost on 64 to 65536 cores of a Cray XE6.
struct RunTimeModel {
  double factor = 0.0019;
  double exponent = 0.16;
  double spread = 0.013;

  /// Returns seconds. `base` is the time without network costs, and the result for a job without hop-bytes.
  double seconds(double base, double hop_bytes, double tau) const;
  /// Returns the tau of a job. It does not depend on the placement, so that comparisons do not depend on random draws.
  double tau(std::uint64_t seed, std::uint64_t job) const;
};

}  // namespace topomorph::workload
