// Why one of two runs of a program took another time than the other.
#pragma once

#include <optional>
#include <string>

namespace topomorph::report {

struct Report;

/// Seconds by which the second run took longer than the first; negative: less. The parts add up to the whole.
struct RunDifference {
  double first = 0, second = 0;  ///< measured seconds of the runs, mean of their processes
  double order = 0;              ///< the first run's messages in the second one's order, on the first one's hosts
  double place = 0;              ///< the same on the second one's hosts, with its network and processors
  double processor = 0;          ///< of the programs' own computation
  double traffic = 0;            ///< other messages
  double rest = 0;               ///< what the replays do not explain: noise, other jobs, what no trace has

  double all() const { return second - first; }
};

/// Replays both traces in both orders, as far as they are known, with the calibration of the first run. Returns
/// nothing, with the reason in `reason`, if a run has no measured time, no places, no trace, or another number of ranks
/// or of ranks on each host than the other, or if the replays take too long.
std::optional<RunDifference> run_difference(const Report& first, const Report& second, std::string& reason);

}  // namespace topomorph::report
