// What each step of a trace would take alone: the measure of how far a replay has come.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

/// Steps differ: a message of a megabyte is more of the job than one of a byte. The weights are seconds on an idle
/// machine between two of its hosts, the same for any order of the processes.
class StepWeights {
 public:
  /// The trace must be valid (trace::check()).
  StepWeights(const trace::Trace& trace, const Platform& platform);

  /// Returns the weight of the step at a place of the folded trace (Cursor::position()).
  double of(std::uint32_t process, std::size_t position) const { return weights_[process][position]; }
  /// Returns the part of the process's weight that is in items like those up to this place, the one that holds the
  /// place included; items are the steps and loops outside of loops. What follows may be unlike all that was before.
  double known_at(std::uint32_t process, std::size_t position) const { return known_[process][position]; }
  /// Returns the place at which an iteration of process 0 begins: that of the outermost loop that holds most of its
  /// weight and is repeated often. Nothing if there is no such loop. Between two times that process 0 is there, all
  /// processes have done about as much of each part of the iteration.
  std::optional<std::size_t> milestone() const { return milestone_; }
  /// Returns the weight of all steps that the processes made, those that a window lacks included.
  double total() const { return total_; }

 private:
  std::vector<std::vector<float>> weights_, known_;
  double total_ = 0;
  std::optional<std::size_t> milestone_;
};

}  // namespace topomorph::replay
