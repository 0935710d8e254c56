// Why one of two runs of a program took another time than the other: replays with one thing changed after the other.
#include "tools/report/run_difference.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/trace/trace.h"
#include "tools/report/job_course.h"
#include "tools/report/report.h"

namespace topomorph::report {

namespace {

constexpr double kComparisonSeconds = 10;  // at most, of all replays

double measured_seconds(const Report& report) {
  double sum = 0;
  for (const formats::ProfiledRank& rank : report.source.profile->ranks) {
    if (!(rank.seconds > 0)) return 0;
    sum += rank.seconds;
  }
  return sum / static_cast<double>(std::max<std::size_t>(report.source.profile->ranks.size(), 1));
}

/// Returns what a run lacks to be compared; empty: nothing.
std::string lack_of(const Report& report) {
  const std::string& file = report.source.file;
  if (!report.source.profile || measured_seconds(report) <= 0) return file + " has no measured time of the job";
  if (!report.place || report.place->locations.empty()) return file + " does not know the places of its ranks";
  if (!report.source.trace) return file + " has no trace";
  return "";
}

/// Returns the slots of each host, host after host, of hosts by their names.
std::vector<std::vector<Slot>> slots_by_host(const Place& place) {
  std::map<std::string, std::vector<Slot>> hosts;
  for (Slot slot = 0; slot < place.job.process_of_slot.size(); ++slot)
    hosts[place.locations[place.job.process_of_slot[slot]].host].push_back(slot);
  std::vector<std::vector<Slot>> slots;
  for (auto& [name, of_host] : hosts) slots.push_back(std::move(of_host));
  return slots;
}

/// Returns the order of `from` on the slots of `to`, whose hosts take as many processes; nothing if they do not.
std::optional<Mapping> order_on(const Place& from, const Place& to) {
  const auto here = slots_by_host(from), there = slots_by_host(to);
  const auto size = [](const std::vector<Slot>& slots) { return slots.size(); };
  if (!std::ranges::equal(here, there, {}, size, size)) return std::nullopt;
  std::vector<Slot> slot_there(from.job.process_of_slot.size());
  for (std::size_t host = 0; host < here.size(); ++host) {
    for (std::size_t i = 0; i < here[host].size(); ++i) slot_there[here[host][i]] = there[host][i];
  }
  Mapping order;
  for (const Slot slot : from.job.slot_of_process) order.push_back(slot_there[slot]);
  return order;
}

/// Seconds of a run by replay, and those of them in which a process computes, mean of the processes.
struct Replayed {
  double seconds = 0, compute = 0;
};

/// Replays within one deadline.
class Replays {
 public:
  explicit Replays(const Report& first) : calibration_(first.place->aim.calibration) {}

  /// Throws InputError if it takes too long, or no time.
  Replayed run(const trace::Trace& part, const Place& place, const Mapping& order) const {
    replay::Platform platform = uncalibrated_platform(place);
    if (calibration_) planning::calibrate(*calibration_, platform);
    replay::Options options;
    options.deadline = deadline_;
    const auto result = replay::replay(part, platform, order, options);
    const auto time = result ? planning::job_time(part, *result) : std::nullopt;
    if (!time) throw InputError(fmt::format("the replays take more than {} s, or no time", kComparisonSeconds));
    double compute = 0;
    for (const replay::ProcessTimes& process : result->processes) compute += process.compute;
    return {time->seconds, compute / static_cast<double>(result->processes.size()) / trace::recorded_part(part)};
  }

 private:
  std::optional<planning::Calibration> calibration_;
  Deadline deadline_{kComparisonSeconds};
};

Mapping own_order(const Report& report) {
  const auto& slots = report.place->job.slot_of_process;
  return {slots.begin(), slots.end()};
}

RunDifference replayed_difference(const Report& first, const Report& second, const Mapping& order) {
  const Replays replays(first);
  const trace::Trace one = trace::first_steps(*first.source.trace, planning::kReplayedSteps),
                     other = trace::first_steps(*second.source.trace, planning::kReplayedSteps);
  const Replayed before = replays.run(one, *first.place, own_order(first));
  const Replayed reordered = replays.run(one, *first.place, order);
  const Replayed moved = replays.run(one, *second.place, own_order(second));
  const Replayed after = replays.run(other, *second.place, own_order(second));
  RunDifference result{measured_seconds(first), measured_seconds(second)};
  result.order = reordered.seconds - before.seconds;
  result.place = moved.seconds - reordered.seconds;
  result.processor = after.compute - moved.compute;
  result.traffic = after.seconds - moved.seconds - result.processor;
  result.rest = result.all() - result.order - result.place - result.processor - result.traffic;
  return result;
}

}  // namespace

std::optional<RunDifference> run_difference(const Report& first, const Report& second, std::string& reason) {
  for (const Report* run : {&first, &second}) {
    if (reason = lack_of(*run); !reason.empty()) return std::nullopt;
  }
  const auto order = order_on(*second.place, *first.place);
  if (!order || first.source.trace->processes.size() != second.source.trace->processes.size()) {
    reason = "the runs have other numbers of ranks, or of ranks on each host";
    return std::nullopt;
  }
  try {
    return replayed_difference(first, second, *order);
  } catch (const InputError& error) {
    reason = error.what();
    return std::nullopt;
  }
}

}  // namespace topomorph::report
