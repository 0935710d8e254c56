// One value of several measurements in a row: which of them counts, and whether another confirms it.
#pragma once

#include <array>
#include <cstddef>

namespace topomorph::measuring {

/// How far two measurements of a value may be apart. One of the two bounds is enough.
struct Tolerance {
  double factor = 1;
  double difference = 0;
};

/// Needs no memory but its own.
class Repeated {
 public:
  static constexpr std::size_t kMost = 4;

  /// Adds a measurement. Those beyond kMost are not kept.
  void add(double value);

  std::size_t count() const { return count_; }
  /// All are 0 without a measurement.
  double least() const { return count_ == 0 ? 0 : sorted_.front(); }
  double greatest() const { return count_ == 0 ? 0 : sorted_[count_ - 1]; }
  /// Of an even number the mean of the two in the middle.
  double median() const;

  /// Whether another measurement is as near to the least one, the greatest one or the median as `tolerance` allows. A
  /// single measurement is not confirmed.
  bool is_least_confirmed(Tolerance tolerance) const;
  bool is_greatest_confirmed(Tolerance tolerance) const;
  bool is_median_confirmed(Tolerance tolerance) const;

 private:
  bool is_near_next(std::size_t index, Tolerance tolerance) const;

  std::array<double, kMost> sorted_{};
  std::size_t count_ = 0;
};

}  // namespace topomorph::measuring
