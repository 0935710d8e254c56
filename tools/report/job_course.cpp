// What the links and the ranks of the job do over time, and its seconds, by replays of its trace.
#include "tools/report/job_course.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/planning/profiled_run.h"
#include "core/replay/platform.h"
#include "core/trace/trace.h"

namespace topomorph::report {

namespace {

constexpr double kReplaySeconds = 10;   // at most, of all replays
constexpr std::size_t kIntervals = 96;  // at most, and at least half of them
constexpr std::size_t kLinks = 3;       // of each order
constexpr std::size_t kRanks = 2;       // of each order, at each end
constexpr std::size_t kFewRanks = 4 * kRanks;

using Places = std::vector<std::size_t>;

void add_new(std::size_t place, Places& places) {
  if (std::ranges::find(places, place) == places.end()) places.push_back(place);
}

/// Adds the numbers of the links that are busy for the longest.
void add_busiest(const replay::Result& result, Places& links) {
  std::vector<replay::LinkUse> uses = result.links;
  std::ranges::stable_sort(uses, std::greater(), &replay::LinkUse::busy);
  for (std::size_t i = 0; i < std::min(kLinks, uses.size()); ++i) add_new(uses[i].link, links);
}

/// Adds the ranks that wait least and most for messages.
void add_extreme(const replay::Result& result, Places& ranks) {
  auto all = successive<std::size_t>(result.processes.size());
  if (all.size() > kFewRanks) {
    std::ranges::stable_sort(all, {}, [&](std::size_t rank) { return result.processes[rank].waiting; });
    all.erase(all.begin() + kRanks, all.end() - kRanks);
  }
  for (const std::size_t rank : all) add_new(rank, ranks);
}

LinkCourse course_of_link(const replay::Result& result, Link link) {
  const auto found = std::ranges::find(result.links, link, &replay::LinkUse::link);
  if (found == result.links.end()) return {link, 0, {}};
  return {link, found->busy, result.course.links[static_cast<std::size_t>(found - result.links.begin())]};
}

RankCourse mean_of_all(const replay::Result& result) {
  RankCourse mean;
  mean.spent.resize(result.course.processes.front().size());
  for (std::size_t rank = 0; rank < result.processes.size(); ++rank) {
    mean.whole += result.processes[rank];
    for (std::size_t i = 0; i < mean.spent.size(); ++i) mean.spent[i] += result.course.processes[rank][i];
  }
  const auto ranks = static_cast<double>(result.processes.size());
  mean.whole /= ranks;
  for (replay::ProcessTimes& times : mean.spent) times /= ranks;
  return mean;
}

OrderCourse course_of(const replay::Result& result, const planning::JobTime& job, const Places& links,
                      const Places& ranks) {
  OrderCourse course{job, result.seconds, result.course.interval, {}, {mean_of_all(result)}};
  for (const Link link : links) course.links.push_back(course_of_link(result, link));
  for (const std::size_t rank : ranks) {
    course.ranks.push_back({rank, result.processes[rank], result.course.processes[rank]});
  }
  return course;
}

/// Returns the results for these mappings; fewer if the deadline passes.
std::vector<replay::Result> replayed(const trace::Trace& trace, const replay::Platform& platform,
                                     const std::vector<const Mapping*>& mappings) {
  replay::Options options;
  options.intervals = kIntervals;
  options.deadline = Deadline(kReplaySeconds);
  std::vector<replay::Result> results;
  for (const Mapping* mapping : mappings) {
    auto result = replay::replay(trace, platform, *mapping, options);
    if (!result) break;
    results.push_back(std::move(*result));
  }
  return results;
}

replay::Platform calibrated_platform(const Place& place) {
  replay::Platform platform = uncalibrated_platform(place);
  if (place.aim.calibration) planning::calibrate(*place.aim.calibration, platform);
  return platform;
}

/// Sets the times of the job to those by which the orders were compared, if there are any.
void use_compared_times(const planning::Gain& gain, JobCourse& course) {
  if (!gain.job_before) return;
  course.before.job = *gain.job_before;
  if (course.after) course.after->job = *gain.job_after;
}

std::optional<JobCourse> replayed_course(const trace::Trace& trace, const Place& place, const ComparedOrders& orders,
                                         std::string& reason) {
  std::vector<const Mapping*> mappings = {&orders.before};
  if (orders.after != nullptr) mappings.push_back(orders.after);
  const trace::Trace first = trace::first_steps(trace, planning::kReplayedSteps);
  const std::vector<replay::Result> results = replayed(first, calibrated_platform(place), mappings);
  if (results.size() < mappings.size()) {
    reason = fmt::format("Not replayed: the replay of the trace takes more than {} s.", kReplaySeconds);
    return std::nullopt;
  }
  Places links, ranks;
  std::vector<planning::JobTime> times;
  for (const replay::Result& result : results) {
    const auto time = planning::job_time(first, result);
    if (!time) {
      reason = "Not replayed: what the trace has takes no time.";
      return std::nullopt;
    }
    times.push_back(*time);
    add_busiest(result, links);
    add_extreme(result, ranks);
  }
  std::ranges::sort(ranks);
  JobCourse course{trace::recorded_part(first), course_of(results[0], times[0], links, ranks), {}};
  if (orders.after != nullptr) course.after = course_of(results[1], times[1], links, ranks);
  if (orders.gain != nullptr) use_compared_times(*orders.gain, course);
  return course;
}

std::string no_trace(const Source& source) {
  if (!source.no_trace.empty()) return source.no_trace;
  return source.profile ? "Not recorded: the profile has no trace (--no-trace)."
                        : "Not recorded: the file is an affinity, not a profile (.tmprof).";
}

}  // namespace

replay::Platform uncalibrated_platform(const Place& place) {
  replay::Platform platform = replay::platform_of(*place.job.topology, place.aim.cost);
  planning::use_processors(place.locations, place.job, platform);
  return platform;
}

std::optional<replay::Platform> replayed_machine(const Place& place) {
  try {
    return calibrated_platform(place);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<JobCourse> job_course(const Source& source, const std::optional<Place>& place,
                                    const ComparedOrders& orders, std::string& reason) {
  if (!source.trace) {
    reason = no_trace(source);
    return std::nullopt;
  }
  if (!place) {
    reason = "Not replayed: the places of the ranks are not known.";
    return std::nullopt;
  }
  try {
    return replayed_course(*source.trace, *place, orders, reason);
  } catch (const InputError& error) {
    reason = fmt::format("Not replayed: {}.", error.what());
    return std::nullopt;
  }
}

}  // namespace topomorph::report
