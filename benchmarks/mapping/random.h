// Random numbers that are equal with every standard library: C++ specifies its engines exactly, its distributions not.
#pragma once

#include <cstdint>
#include <random>

namespace topomorph::benchmarks {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Returns a number uniform in [0, bound), for bound > 0. The high half of a product has a bias below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(engine_()) * bound) >> 64);
  }
  /// Returns a number uniform in [0, 1), with all 53 bits of the mantissa.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace topomorph::benchmarks
