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

/// Up to so many processes the shares of links are exact unless Options says otherwise.
inline constexpr std::uint32_t kExactProcesses = 128;

struct Options {
  /// Changes of the transfers that share links take effect after this part of the time of the message; 0: at once.
  /// Without it: at once in traces of up to kExactProcesses, else after 0.05, which is up to 16 times as fast. With
  /// more than 0, transfers that begin and end at different times fall back into step: steps of an exchange of all with
  /// all, in which ranks of a host send to one other host, take up to a quarter less time than they should.
  std::optional<double> sharing_tolerance = {};
  /// Messages that take less than this part of the latency are not delayed by others, and delay none.
  double small_messages = 0.25;
  /// Of Result::course at most, an even number, of which at least half are used; fewer if they need more memory than
  /// Timeline may take. 0: no course.
  std::size_t intervals = 0;
  Deadline deadline{std::nullopt};
};

struct LinkUse {
  Link link = 0;
  std::uint64_t bytes = 0;
  double busy = 0;  ///< seconds with at least one transfer; small messages add their bytes / rate
};

/// What happened over time, in intervals of equal length. The last one may end after the job.
struct Course {
  double interval = 0;                               ///< seconds of an interval; 0: not asked for
  std::vector<std::vector<double>> links;            ///< of each of Result::links: the used part of what it can carry
  std::vector<std::vector<ProcessTimes>> processes;  ///< of each process: seconds of the interval
};

struct Result {
  double seconds = 0;  ///< until the last process ends
  std::uint64_t messages = 0;
  std::vector<ProcessTimes> processes;
  /// Of each process the seconds in each phase of the trace that it has reached; empty if the trace has one phase.
  std::vector<std::vector<ProcessTimes>> phases;
  std::vector<LinkUse> links;  ///< that carried bytes, ascending
  Course course;
  std::uint64_t ended = 0;  ///< processes that reached the end of their trace; fewer than all only for windows
};

/// Replays the trace; role r is at slot mapping[r], and several roles may share a slot. The same input gives the same
/// result. Returns nothing if the deadline passes. Throws InputError for a bad trace, machine or mapping, and if a
/// process waits forever: it names the process and the step. If the trace is a window, processes that wait for others
/// at its end have ended. Without a deadline the trace has at most kMostSteps (work.h).
std::optional<Result> replay(const trace::Trace& trace, const Platform& platform, const Mapping& mapping,
                             const Options& options = {});

/// Throws InputError for what replay() refuses in all orders, and in this one.
void check_replay(const trace::Trace& trace, const Platform& platform, const Options& options);
void check_order(const trace::Trace& trace, const Platform& platform, const Mapping& mapping);

}  // namespace topomorph::replay
