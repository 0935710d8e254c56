// What the links and the waiting processes did over time, in a bounded number of intervals of equal length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace topomorph::replay {

/// Starts with short intervals. When time goes on beyond the last, two become one. Times need not come in order.
class Timeline {
 public:
  /// `intervals` is even and above 0. Memory: 4 bytes for each interval of each link that carries bytes; beyond
  /// `most_bytes` of memory there are fewer intervals.
  explicit Timeline(std::size_t intervals, std::size_t most_bytes = std::size_t{64} << 20)
      : intervals_(intervals), most_(most_bytes / sizeof(float)), waiting_(intervals) {}

  void add_bytes(std::uint32_t link, double from, double to, double bytes);
  /// A process waits.
  void add_waiting(double from, double to);

  double width() const { return width_; }  ///< of an interval, in seconds
  std::size_t intervals() const { return intervals_; }
  std::size_t links() const { return bytes_.size(); }
  /// Returns the bytes of a link in an interval; 0 for one that has none.
  double bytes(std::uint32_t link, std::size_t interval) const;
  /// Returns the mean number of waiting processes.
  double waiting(std::size_t interval) const { return static_cast<double>(waiting_[interval]) / width_; }

 private:
  void reach(double to);
  void halve(std::size_t intervals);
  void spread(std::vector<float>& row, double from, double to, double amount) const;

  std::size_t intervals_, most_;
  double width_ = 1e-6;
  std::vector<float> waiting_;
  std::vector<std::vector<float>> bytes_;  // of each link; empty: none
  std::size_t rows_ = 0;                   // that are not empty
};

}  // namespace topomorph::replay
