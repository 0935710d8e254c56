// The trace of a job: what each process did, in order, with loops folded, the cursor that walks it, and its first
// steps.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/trace/step.h"

namespace topomorph::trace {

/// Loops inside loops. The cursor keeps this many frames a process.
inline constexpr std::size_t kMaxDepth = 8;
/// Requests that a process has at a time.
inline constexpr std::uint32_t kMaxSlots = std::uint32_t{1} << 20;
/// Processes and groups of a trace. With the channels they are one 64-bit key of a lane (core/replay/lanes.h).
inline constexpr std::uint32_t kMaxProcesses = std::uint32_t{1} << 22;
inline constexpr std::uint32_t kMaxGroups = std::uint32_t{1} << 19;

struct ProcessTrace {
  std::vector<Step> steps;
  std::uint64_t seen = 0;  ///< steps that the process made, unfolded; more than the trace has if it is a window
  bool window = false;     ///< the recording ended before the process did
};

struct Trace {
  std::vector<ProcessTrace> processes;
  /// Members of the communicators of collectives: roles by their rank there.
  std::vector<std::vector<std::uint32_t>> groups;
  /// Names of the program's phases by their numbers in the steps. Each process begins in the first one. Empty: it has
  /// none but that.
  std::vector<std::string> phases = {};
};

/// Walks the steps of one process in the order in which it made them. The steps must be valid (check()) and outlive it.
class Cursor {
 public:
  explicit Cursor(std::span<const Step> steps) : steps_(steps) { enter(); }

  /// Returns the step, never a loop; null at the end.
  const Step* step() const { return at_ < steps_.size() ? &steps_[at_] : nullptr; }
  /// Returns the number of the step in the folded trace, from 0.
  std::size_t position() const { return at_; }
  void advance() {
    ++at_;
    enter();
  }

 private:
  struct Frame {
    std::uint32_t begin = 0, end = 0;
    std::uint64_t left = 0;  // iterations after this one
  };

  void enter() {
    while (true) {
      if (depth_ > 0 && at_ == stack_[depth_ - 1].end) {
        Frame& frame = stack_[depth_ - 1];
        if (frame.left == 0) {
          --depth_;
          continue;
        }
        --frame.left;
        at_ = frame.begin;
      }
      if (at_ >= steps_.size() || steps_[at_].kind != StepKind::Loop) return;
      const Step& loop = steps_[at_++];
      stack_[depth_++] = {at_, at_ + loop.length, loop.amount - 1};
    }
  }

  std::span<const Step> steps_;
  std::uint32_t at_ = 0;
  std::uint32_t depth_ = 0;
  std::array<Frame, kMaxDepth> stack_ = {};
};

/// Returns how many steps the process made, with its loops unfolded. The steps must be valid (check()).
std::uint64_t unfolded(std::span<const Step> steps);

/// Returns the part of all steps that the trace has, from 0 to 1; less than 1 for a window.
double recorded_part(const Trace& trace);
/// The same of one process; 1 for one that made no steps.
double recorded_part(const ProcessTrace& process);

/// Returns about the first `steps` of all unfolded steps: of each process the same part of its steps, in whole
/// iterations of its outermost loops, and at least one iteration. Processes that lose steps become windows. The trace
/// must be valid.
Trace first_steps(const Trace& trace, std::uint64_t steps);

}  // namespace topomorph::trace
