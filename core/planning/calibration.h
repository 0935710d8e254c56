// The time of a whole job in an order, from the replay of its trace, and what the run that a profile is of says of its
// own replay.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/deadline.h"
#include "core/model/mapping.h"
#include "core/replay/estimate.h"
#include "core/replay/platform.h"
#include "core/replay/replay.h"
#include "core/trace/trace.h"

namespace topomorph::planning {

/// The times of a run, as it has measured them: means of its processes, in seconds.
struct MeasuredTimes {
  double seconds = 0;  ///< from the end of MPI_Init to the beginning of MPI_Finalize
  double in_mpi = 0;
};

/// A network is measured while nothing else happens. Under load the processor time of a message is longer, and links
/// are slower. Both are fitted to one number, the measured time of the run, by a rule that a user can follow:
/// 1. The processor time of messages is multiplied, by kLeastWork up to kMostWork, or kMostWorkAlone where each process
///    has a processor.
/// 2. If that is not enough, the links are slower by up to kMostSlowness, or faster by down to kLeastSlowness.
/// What is left is the error of all seconds that are predicted with these factors.
struct Calibration {
  double work = 1;      ///< factor of the processor time of messages
  double slowness = 1;  ///< factor of the time that links take
  MeasuredTimes measured = {}, replayed = {};

  static constexpr double kLeastWork = 0.5, kMostWork = 8, kMostWorkAlone = 2;
  static constexpr double kLeastSlowness = 0.8, kMostSlowness = 1.5;
  /// Above this error no seconds of a job are claimed.
  static constexpr double kMostError = 0.15;

  /// Returns by what part of the run the replay differs from it: its time, or the time in MPI.
  double error() const;
  bool explains() const { return error() <= kMostError; }
};

/// Changes the costs of the platform by the factors.
void calibrate(const Calibration& calibration, replay::Platform& platform);

/// Fits the factors to the measured times of the run, in which role r was on slot order[r]. Returns nothing if the
/// deadline passes, or if a replay takes no time. Throws InputError as replay::replay() does.
std::optional<Calibration> calibration_of(const trace::Trace& trace, const replay::Platform& platform,
                                          const Mapping& order, const MeasuredTimes& measured,
                                          const Deadline& deadline);

/// Notes in the profile (formats::Profile::meta), and what they say. Returns nothing if there are none, or no sound
/// ones.
std::map<std::string, std::string> notes_of(const Calibration& calibration);
std::optional<Calibration> calibration_in(const std::map<std::string, std::string>& meta);

using JobTime = replay::Estimate;

/// Unfolded steps of all processes that a replay walks at most, so that it takes a second or two: jobs of eight
/// thousand processes and more are not replayed. The first 5 % of an iterative program predict its ratios within 1.5 %.
inline constexpr std::uint64_t kReplayedSteps = 2'000'000;

/// Returns the times of the job in these orders, of which each puts role r on slot order[r], from as much of the
/// replays as tells them (replay::estimate()). `least_seconds` of each order are known, or empty. Returns nothing if
/// the deadline passes, or if a replay takes no time. Throws InputError as replay::replay() does.
std::optional<std::vector<JobTime>> job_times(const trace::Trace& trace, const replay::Platform& platform,
                                              std::span<const Mapping> orders, std::span<const double> least_seconds,
                                              const Deadline& deadline);

/// Returns the time of the job from the replay of this trace; nothing if the replay took no time.
std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result);

}  // namespace topomorph::planning
