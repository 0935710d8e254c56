// Random numbers that are the same with every standard library: its engines are specified, its distributions are not.
#pragma once

#include <cstdint>
#include <random>

namespace topomorph::benchmarks {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [0, bound), for bound > 0; the bias of taking the high half of a product is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    return static_cast<std::uint64_t>((static_cast<unsigned __int128>(engine_()) * bound) >> 64);
  }
  /// Uniform in [0, 1), with all 53 bits of the mantissa.
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace topomorph::benchmarks
