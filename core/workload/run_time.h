// How long a job runs where its ranks are: equation 5 of PaCMap (paper 001).
#pragma once

#include <cstdint>

namespace topomorph::workload {

/// T = (1 + factor x hop-bytes^(exponent + tau)) x T_base, with tau even from -spread to spread. The numbers are those
/// that the authors fitted to MiniGhost on 64 to 65536 cores of a Cray XE6.
struct RunTimeModel {
  double factor = 0.0019;
  double exponent = 0.16;
  double spread = 0.013;

  /// Seconds; `base` is the time without what the network costs. A job without hop-bytes takes just that.
  double seconds(double base, double hop_bytes, double tau) const;
  /// The tau of a job: the same whoever places it, so that placements are compared and not draws.
  double tau(std::uint64_t seed, std::uint64_t job) const;
};

}  // namespace topomorph::workload
