// Replays the trace of a job on a machine: how long it takes with its processes at these places, and why.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/deadline.h"
#include "core/model/mapping.h"
#include "core/replay/platform.h"
#include "core/replay/timeline.h"
#include "core/trace/trace.h"

namespace topomorph::replay {

struct Options {
  /// Changes of the transfers that share links take effect after this part of the time of the message; 0: at once.
  double sharing_tolerance = 0.05;
  /// Messages that take less than this part of the latency are not delayed by others, and delay none.
  double small_messages = 0.25;
  std::size_t intervals = 0;       ///< of the timeline, an even number; 0: no timeline
  std::size_t busiest_listed = 3;  ///< links of each interval
  Deadline deadline{std::nullopt};
};

/// Seconds of one process. `end` is the sum of the others.
struct ProcessTimes {
  double compute = 0;    ///< processor time between messages
  double messages = 0;   ///< processor time for messages
  double waiting = 0;    ///< for messages
  double core_wait = 0;  ///< longer computation because others use the cores of the host
  double end = 0;
};

struct LinkUse {
  Link link = 0;
  std::uint64_t bytes = 0;
  double busy = 0;  ///< seconds with at least one transfer; small messages add their bytes / rate
};

struct Interval {
  struct Load {
    Link link = 0;
    double share = 0;  ///< of what the link can carry in the interval
  };
  double begin = 0;
  double waiting = 0;         ///< mean number of processes that wait for messages
  std::vector<Load> busiest;  ///< descending
};

struct Result {
  double seconds = 0;  ///< until the last process ends
  std::uint64_t messages = 0;
  std::vector<ProcessTimes> processes;
  std::vector<LinkUse> links;  ///< that carried bytes, ascending
  std::vector<Interval> timeline;
  double interval = 0;      ///< seconds of an interval of the timeline
  std::uint64_t ended = 0;  ///< processes that reached the end of their trace; fewer than all only for windows
};

/// Replays the trace; role r is at slot mapping[r], and several roles may share a slot. The same input gives the same
/// result. Returns nothing if the deadline passes. Throws InputError for a bad trace, machine or mapping, and if a
/// process waits forever: it names the process and the step. If the trace is a window, processes that wait for others
/// at its end have ended.
std::optional<Result> replay(const trace::Trace& trace, const Platform& platform, const Mapping& mapping,
                             const Options& options = {});

}  // namespace topomorph::replay
