// Random numbers of several distributions, the same with every standard library.
#pragma once

#include <cmath>
#include <numbers>

#include "core/base/random.h"

namespace topomorph::workload {

/// Uniform from 0 to below 1.
inline double uniform(Random& random) { return static_cast<double>(random.next() >> 11) * 0x1p-53; }

inline double uniform(Random& random, double low, double high) { return low + (high - low) * uniform(random); }

/// Standard normal [Box 1958]; uses one of the two numbers.
inline double normal(Random& random) {
  const double radius = std::sqrt(-2 * std::log(1 - uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

/// Gamma with mean shape x scale; shape is 1 or more [Marsaglia 2000].
inline double gamma(Random& random, double shape, double scale) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal(random), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(1 - uniform(random)) < x * x / 2 + d - d * v + d * std::log(v)) return d * v * scale;
  }
}

}  // namespace topomorph::workload
