// What is predicted of orders: the time of the busiest link, and of the job by replay.
#include "core/decision/order_times.h"

#include "core/base/error.h"
#include "core/evaluation/prediction.h"
#include "core/planning/calibration.h"
#include "core/trace/trace.h"

namespace topomorph::decision {

namespace {

/// A trace that has less of the job says little of it.
constexpr double kLeastRecorded = 0.01;

/// Returns the seconds of the busiest link where no network was measured.
double busiest_seconds(const Mapping& mapping, const OrderProblem& problem) {
  const double busiest =
      evaluation::predict_by(problem.affinity, *problem.job.topology, mapping, problem.aim.cost).busiest.seconds;
  if (busiest > 0) return busiest;  // else no routes are known
  return planning::gain_of(problem.affinity, problem.job, mapping, mapping, problem.aim).time_after;
}

/// Returns the seconds below which no job is, by a replay with this calibration.
double least_seconds(evaluation::StaticTime time, const std::optional<planning::Calibration>& calibration) {
  if (calibration) time.link *= calibration->slowness, time.process *= calibration->work;
  return time.least();
}

/// Returns the times of the job in all orders; nothing if the replays do not end in their part of the search's time, or
/// if the trace cannot be replayed there. No order takes less time than its busiest link and process.
std::optional<std::vector<planning::JobTime>> replayed(const OrderProblem& problem,
                                                       const std::vector<CandidateOrder>& candidates) {
  const auto& limit = problem.options.time_limit;
  const Deadline deadline(limit ? std::optional<double>(*limit * kReplayPart) : std::nullopt);
  std::vector<Mapping> orders;
  std::vector<double> least_seconds;
  for (const CandidateOrder& order : candidates) {
    orders.push_back(order.mapping);
    least_seconds.push_back(order.least);
  }
  try {
    if (problem.platform == nullptr) return std::nullopt;
    return planning::job_times(*problem.trace, *problem.platform, orders, least_seconds, deadline);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

void set_static_times(const OrderProblem& problem, CandidateOrder& order) {
  const evaluation::CostOptions& cost = problem.aim.cost;
  if (cost.network.empty() || problem.job.tree() == nullptr) {
    order.seconds = busiest_seconds(order.mapping, problem);
    return;
  }
  const auto time = evaluation::static_time(problem.affinity, *problem.job.tree(), order.mapping, cost);
  order.seconds = time.sum();
  order.least = least_seconds(time, problem.aim.calibration);
}

void replay_all(const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  if (problem.trace == nullptr || candidates.size() < 2 || problem.aim.cost.costs.assumed) return;
  if (trace::recorded_part(*problem.trace) < kLeastRecorded) return;
  const auto times = replayed(problem, candidates);
  if (!times) return;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i].seconds = (*times)[i].seconds;
    planning::add_job_times(candidates[i].gain, times->front(), (*times)[i]);
  }
}

}  // namespace topomorph::decision
