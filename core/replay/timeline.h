// What the links and the processes did over time, in a bounded number of intervals of equal length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace topomorph::replay {

/// Seconds of one process. `end` is the sum of compute, messages, waiting and core_wait.
struct ProcessTimes {
  double compute = 0;           ///< processor time between messages
  double messages = 0;          ///< processor time for messages
  double waiting = 0;           ///< for messages
  double core_wait = 0;         ///< longer computation because others use the cores of the host
  double core_wait_in_mpi = 0;  ///< part of core_wait: for the processor time of messages
  double end = 0;

  double in_mpi() const { return messages + waiting + core_wait_in_mpi; }
  double sum() const { return compute + messages + waiting + core_wait; }
  ProcessTimes& operator+=(const ProcessTimes& o) {
    compute += o.compute;
    messages += o.messages;
    waiting += o.waiting;
    core_wait += o.core_wait;
    core_wait_in_mpi += o.core_wait_in_mpi;
    end += o.end;
    return *this;
  }
  ProcessTimes& operator/=(double divisor) {
    compute /= divisor;
    messages /= divisor;
    waiting /= divisor;
    core_wait /= divisor;
    core_wait_in_mpi /= divisor;
    end /= divisor;
    return *this;
  }
};

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
