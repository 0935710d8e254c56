// Builds the steps of one process of a generated trace, and finds its neighbours on a grid of processes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/trace/trace.h"

namespace topomorph::scale {

/// Appends steps; loops nest. Requests are numbered by their order since the last wait_all().
class Steps {
 public:
  /// `pace` multiplies all computation.
  explicit Steps(double pace) : pace_(pace) {}

  /// Adds processor time before the next step, in seconds.
  void compute(double seconds) { pending_ += seconds * pace_; }
  void send(std::uint32_t to, std::uint64_t bytes, std::uint16_t channel = 0);
  void receive(std::uint32_t from, std::uint16_t channel = 0);
  void start_send(std::uint32_t to, std::uint64_t bytes, std::uint16_t channel = 0);
  void start_receive(std::uint32_t from, std::uint16_t channel = 0);
  /// Waits for all that was started; nothing if nothing was.
  void wait_all();
  void allreduce(std::uint64_t bytes);
  /// Sends to one process while it receives from another.
  void exchange(std::uint32_t to, std::uint32_t from, std::uint64_t bytes, std::uint16_t channel = 0);
  /// Repeats what `body` adds.
  void repeat(std::uint64_t count, const std::function<void()>& body);
  /// Returns the steps; computation after the last is a step of its own.
  std::vector<trace::Step> take();

 private:
  void add(trace::Step step);

  double pace_, pending_ = 0;
  std::uint32_t requests_ = 0;
  std::vector<trace::Step> steps_;
};

/// Returns a trace whose process r is what `make` adds for it. All processes are group 0. Processes differ in pace by
/// up to 2 %, by their numbers: equal ones would march in step, which no machine does.
trace::Trace processes(std::uint32_t ranks, const std::function<void(std::uint32_t rank, Steps& steps)>& make);

/// Processes in a box, the first coordinate fastest.
struct Box {
  std::array<std::uint32_t, 3> extent = {1, 1, 1};

  /// Returns the box of a power of two that is nearest to a cube: 16 x 8 x 8.
  static Box of(std::uint32_t ranks);
  std::array<std::uint32_t, 3> place(std::uint32_t rank) const;
  /// Returns the process `step` further in a dimension: over the end if it `wraps`, else nothing there.
  std::optional<std::uint32_t> neighbour(std::uint32_t rank, std::size_t dimension, std::int64_t step,
                                         bool wraps) const;
};

/// Exchanges faces in both directions of a dimension, and waits for them. Channels 2 * dimension and the next.
void exchange_faces(Steps& steps, const Box& box, std::uint32_t rank, std::size_t dimension, std::uint64_t bytes,
                    bool wraps, std::int64_t distance = 1);

/// Returns the side of a square of processes.
std::uint32_t side_of(std::uint32_t ranks);

/// Returns whether the larger problem of a program (class D) is taken.
constexpr bool is_large(std::uint32_t ranks) { return ranks > 256; }

}  // namespace topomorph::scale
