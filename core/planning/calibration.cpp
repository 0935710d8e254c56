// The time of a whole job in an order, from the replay of its trace, and what the run that a profile is of says of its
// own replay.
#include "core/planning/calibration.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/base/workers.h"
#include "core/model/process_location.h"

namespace topomorph::planning {

namespace {

/// A time within this part of the measured one is that of the run.
constexpr double kSame = 0.02;
constexpr int kMostTries = 6;  // of each factor
/// Steps of a replay: less than for a prediction, because there are several, and the job waits for them.
constexpr std::uint64_t kSteps = 1 << 18;

bool has_few_cores(const replay::Platform& platform, const Mapping& order) {
  if (platform.cores.empty()) return false;
  ProcessorPools pools{{}, platform.cores};
  for (const Slot slot : order) pools.of_process.push_back(platform.pool_of(slot));
  return pools.are_short();
}

/// Finds the factors one after the other.
class Fit {
 public:
  Fit(const trace::Trace& trace, const replay::Platform& platform, const Mapping& order, const MeasuredTimes& measured,
      const Deadline& deadline)
      : trace_(trace), platform_(platform), order_(order), deadline_(deadline) {
    result_.measured = measured;
  }

  std::optional<Calibration> run() {
    if (!replay()) return std::nullopt;
    const bool shared = has_few_cores(platform_, order_);
    const bool done = fit(&Calibration::work, Calibration::kLeastWork,
                          shared ? Calibration::kMostWork : Calibration::kMostWorkAlone) &&
                      fit(&Calibration::slowness, Calibration::kLeastSlowness, Calibration::kMostSlowness);
    return done ? std::optional(result_) : std::nullopt;
  }

 private:
  /// Replays with the present factors; returns whether there was time.
  bool replay() {
    replay::Platform platform = platform_;
    calibrate(result_, platform);
    Workers workers(1);
    const replay::EstimateOptions options{.time_tolerance = kSame / 2,
                                          .most_steps = std::clamp(replay::least_steps(trace_), kSteps, kReplayedSteps),
                                          .deadline = deadline_};
    const auto estimates = replay::estimate(trace_, platform, {&order_, 1}, options, workers);
    if (!estimates) return false;
    result_.replayed = {estimates->front().seconds, estimates->front().in_mpi};
    return true;
  }

  double over() const { return result_.replayed.seconds / result_.measured.seconds - 1; }

  /// Brings the replayed time to the measured one, or near it, with a factor between `least` and `most`: by straight
  /// lines through the last two times, because the time of a job is nearly one in either factor.
  bool fit(double Calibration::*factor, double least, double most) {
    const bool is_longer = over() < 0;
    double last = 1, last_over = over(), step = is_longer ? std::min(2.0, most) : std::max(0.75, least);
    for (int tries = 0; tries < kMostTries && std::abs(over()) > kSame; ++tries) {
      result_.*factor = step;
      if (!replay()) return false;
      const double slope = (over() - last_over) / (step - last);
      if (!(slope > 0)) {  // it brings nothing
        result_.*factor = last;
        return replay();
      }
      last_over = over();
      last = step;
      step = std::clamp(last - last_over / slope, least, most);
      if (step == last) break;
    }
    return true;
  }

  const trace::Trace& trace_;
  const replay::Platform& platform_;
  const Mapping& order_;
  const Deadline& deadline_;
  Calibration result_;
};

}  // namespace

double Calibration::error() const {
  if (!(measured.seconds > 0)) return 0;
  const double all = std::abs(replayed.seconds - measured.seconds),
               in_mpi = std::abs(replayed.in_mpi - measured.in_mpi);
  return std::max(all, in_mpi) / measured.seconds;
}

void calibrate(const Calibration& calibration, replay::Platform& platform) {
  for (replay::MessageWork* work : {&platform.inside_host, &platform.between_hosts}) {
    work->send *= calibration.work;
    work->receive *= calibration.work;
  }
  platform.link_bandwidth /= calibration.slowness;
}

std::optional<Calibration> calibration_of(const trace::Trace& trace, const replay::Platform& platform,
                                          const Mapping& order, const MeasuredTimes& measured,
                                          const Deadline& deadline) {
  if (!(measured.seconds > 0) || deadline.passed()) return std::nullopt;
  return Fit(trace, platform, order, measured, deadline).run();
}

namespace {

/// Names of the notes in a profile, and the numbers that they hold.
struct Note {
  const char* name;
  double (*get)(const Calibration&);
  void (*set)(Calibration&, double);
};

constexpr Note kNotes[] = {
    {"calibrated_work", [](const Calibration& c) { return c.work; }, [](Calibration& c, double x) { c.work = x; }},
    {"calibrated_slowness", [](const Calibration& c) { return c.slowness; },
     [](Calibration& c, double x) { c.slowness = x; }},
    {"measured_seconds", [](const Calibration& c) { return c.measured.seconds; },
     [](Calibration& c, double x) { c.measured.seconds = x; }},
    {"measured_in_mpi", [](const Calibration& c) { return c.measured.in_mpi; },
     [](Calibration& c, double x) { c.measured.in_mpi = x; }},
    {"replayed_seconds", [](const Calibration& c) { return c.replayed.seconds; },
     [](Calibration& c, double x) { c.replayed.seconds = x; }},
    {"replayed_in_mpi", [](const Calibration& c) { return c.replayed.in_mpi; },
     [](Calibration& c, double x) { c.replayed.in_mpi = x; }},
};

bool is_sound(const Calibration& c) {
  const bool factors = c.work >= Calibration::kLeastWork && c.work <= Calibration::kMostWork &&
                       c.slowness >= Calibration::kLeastSlowness && c.slowness <= Calibration::kMostSlowness;
  return factors && c.measured.seconds > 0 && c.measured.in_mpi >= 0 && c.replayed.seconds > 0 &&
         c.replayed.in_mpi >= 0;
}

}  // namespace

std::map<std::string, std::string> notes_of(const Calibration& calibration) {
  std::map<std::string, std::string> notes;
  for (const Note& note : kNotes) notes[note.name] = fmt::format("{:.6g}", note.get(calibration));
  return notes;
}

std::optional<Calibration> calibration_in(const std::map<std::string, std::string>& meta) {
  Calibration calibration;
  for (const Note& note : kNotes) {
    const auto found = meta.find(note.name);
    const auto number = found == meta.end() ? std::nullopt : parse_real(found->second);
    if (!number) return std::nullopt;
    note.set(calibration, *number);
  }
  return is_sound(calibration) ? std::optional(calibration) : std::nullopt;
}

namespace {

double mean_in_mpi(const replay::Result& result) {
  double sum = 0;
  for (const replay::ProcessTimes& process : result.processes) sum += process.in_mpi();
  return sum / static_cast<double>(std::max<std::size_t>(result.processes.size(), 1));
}

}  // namespace

std::optional<std::vector<JobTime>> job_times(const trace::Trace& trace, const replay::Platform& platform,
                                              std::span<const Mapping> orders, std::span<const double> least_seconds,
                                              const Deadline& deadline) {
  if (deadline.passed()) return std::nullopt;
  Workers workers(std::min(usable_threads(), static_cast<unsigned>(orders.size())));
  // Below what a replay is wrong by itself. The ratio of the times decides.
  constexpr double kTolerance = 0.02, kTimeTolerance = 0.03;
  const replay::EstimateOptions options{.tolerance = kTolerance,
                                        .time_tolerance = kTimeTolerance,
                                        .most_steps = kReplayedSteps,
                                        .least_seconds = least_seconds,
                                        .deadline = deadline};
  return replay::estimate(trace, platform, orders, options, workers);
}

std::optional<JobTime> job_time(const trace::Trace& trace, const replay::Result& result) {
  const double part = trace::recorded_part(trace);
  if (!(result.seconds > 0) || !(part > 0)) return std::nullopt;
  return JobTime{result.seconds / part, mean_in_mpi(result) / part};
}

}  // namespace topomorph::planning
