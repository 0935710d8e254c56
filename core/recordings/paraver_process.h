// What a Paraver trace tells of one process, and the steps that follow from it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/recordings/process_steps.h"

namespace topomorph::recordings {

/// Something that a process did at a time. Messages are known from their records alone, calls from their events.
struct ParaverAction {
  /// In the order in which they happen at one time.
  enum class Kind : std::uint8_t { Enter, Collective, Send, PostReceive, EndReceive, Leave };

  std::uint64_t time = 0;  ///< in ticks
  Kind kind = Kind::Enter;
  trace::Collective collective = trace::Collective::Barrier;
  std::uint16_t channel = 0;
  std::uint32_t peer = 0;    ///< of a message; the group of a collective
  std::uint64_t number = 0;  ///< of the request; of the collective in its group; of the call
  std::uint64_t bytes = 0;
  std::uint64_t arrival = 0;  ///< of a send, in ticks
};

/// The root of each collective of a group, in their order. Only the root says who it is.
using RootsOfGroup = std::vector<std::uint32_t>;

/// Makes the steps of a process. Sorts the actions by time.
trace::ProcessTrace steps_of(std::vector<ParaverAction>& actions, const std::vector<RootsOfGroup>& roots,
                             double seconds_per_tick);

}  // namespace topomorph::recordings
