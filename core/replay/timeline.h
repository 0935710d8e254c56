// What the links and the processes did over time, in a bounded number of intervals of equal length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/replay/process_times.h"

namespace topomorph::replay {

/// Starts with short intervals. When time goes on beyond the last, two become one. Times need not come in order.
class Timeline {
 public:
  /// `intervals` is even and above 0. Memory: 4 bytes for each interval of each link that carries bytes, and 16 of each
  /// process; beyond `most_bytes` of memory there are fewer intervals.
  explicit Timeline(std::size_t intervals, std::size_t most_bytes = std::size_t{64} << 20)
      : intervals_(intervals), most_(most_bytes / sizeof(float)) {}

  void add_bytes(std::uint32_t link, double from, double to, double bytes);
  /// A process spends these parts of its time, each evenly between `from` and `to`.
  void add_times(std::uint32_t process, double from, double to, const ProcessTimes& parts);

  double width() const { return width_; }  ///< of an interval, in seconds
  std::size_t intervals() const { return intervals_; }
  /// Returns the bytes of a link in each interval; nothing for one that has carried none.
  std::span<const float> bytes(std::uint32_t link) const;
  /// Returns what a process spends in an interval.
  ProcessTimes times(std::uint32_t process, std::size_t interval) const;

 private:
  using Rows = std::vector<std::vector<float>>;

  std::vector<float>& row(Rows& rows, std::size_t number, double to);
  void add(std::vector<float>& row, double from, double to, double amount) const;
  void reach(double to);
  void halve(std::size_t intervals);

  std::size_t intervals_, most_;
  double width_ = 1e-6;
  Rows bytes_;            // of each link; an empty row: none
  Rows times_;            // of each process four: ProcessTimes without its end
  std::size_t rows_ = 0;  // that are not empty
};

}  // namespace topomorph::replay
