// What the links and the ranks of the job do over time, and its seconds, by replays of its trace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/planning/calibration.h"
#include "core/replay/replay.h"
#include "tools/report/input.h"

namespace topomorph::report {

struct LinkCourse {
  Link link = 0;
  double busy = 0;          ///< seconds with a transfer
  std::vector<double> use;  ///< of each interval: part of what the link can carry
};

/// Seconds of a rank in all, and in each interval.
struct RankCourse {
  std::optional<Role> rank;  ///< nothing: the mean of all ranks
  replay::ProcessTimes whole;
  std::vector<replay::ProcessTimes> spent;
};

/// The job in one order. Seconds are those of the replay, but for `job`.
struct OrderCourse {
  planning::JobTime job;  ///< of the whole job
  double seconds = 0;
  double interval = 0;
  std::vector<LinkCourse> links;
  std::vector<RankCourse> ranks;  ///< the mean of all is the first
};

/// Both orders have the same links and ranks: the busiest links of each, and the ranks that wait least and most in
/// each.
struct JobCourse {
  double part = 1;  ///< of the job's steps that is replayed
  OrderCourse before;
  std::optional<OrderCourse> after;
};

/// What is replayed. The referenced objects must outlive it.
struct ComparedOrders {
  const Mapping& before;
  const Mapping* after = nullptr;        ///< null: no better order is known
  const planning::Gain* gain = nullptr;  ///< by which the orders were compared
};

/// Returns the machine of a replay on these places, which must outlive it.
replay::Platform uncalibrated_platform(const Place& place);
/// Returns the same with the calibration of the profile's run; nothing where no routes are known.
std::optional<replay::Platform> replayed_machine(const Place& place);

/// Replays the trace in these orders, for a few seconds at most. Returns nothing, with the reason in
/// `reason`, if there is no trace, if it cannot be replayed on the topology, or if that takes too long.
std::optional<JobCourse> job_course(const Source& source, const std::optional<Place>& place,
                                    const ComparedOrders& orders, std::string& reason);

}  // namespace topomorph::report
