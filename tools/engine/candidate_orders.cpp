// Makes the orders among which the engine chooses, and chooses.
#include "tools/engine/candidate_orders.h"

#include <algorithm>
#include <span>

#include "core/base/error.h"
#include "core/evaluation/static_time.h"
#include "core/mapping/problem.h"
#include "core/planning/job_time.h"
#include "core/planning/standard_orders.h"
#include "core/settings/settings.h"
#include "core/store/judgement.h"
#include "core/trace/window.h"

namespace topomorph::engine {

namespace {

/// The first is the default. Their orders differ most where the network is a tree of hosts; "bytes" is close to
/// hop-bytes there.
constexpr const char* kModels[] = {"hop-bytes", "bottleneck", "alpha-beta", "messages"};
/// A prediction is near another if they differ by no more than predictions are wrong: for this program, if that is
/// known, else up to this part of the time (docs/auto.md).
constexpr double kNear = 0.15, kLeastNear = 0.03, kMostNear = 0.5;
double near(const PlanOptions& options) { return std::clamp(options.error.value_or(kNear), kLeastNear, kMostNear); }
/// A smaller part of the time, in parts of the gain that a new order must have, is no reason to try one.
constexpr double kPartOfMinGain = 0.1;
/// A trace that has less of the job says little of it.
constexpr double kLeastRecorded = 0.01;
/// The part of the time limit that replays may take.
constexpr double kReplayPart = 0.5;
/// An order of another model must take so much less time than that of the default, which is often the best.
constexpr double kTie = 0.02;

/// Returns the models whose orders are candidates, the wanted one first, so that no order like it hides it.
std::vector<std::string> models_for(const OrderProblem& problem) {
  const PlanOptions& options = problem.plan;
  const bool is_default = options.cost == settings::get(settings::Id::Cost).initial && options.weight == Weight::Bytes;
  if (!is_default || !options.call.empty()) return {options.cost};
  std::vector<std::string> models(std::begin(kModels), std::end(kModels));
  const auto wanted = std::ranges::find(models, options.order);
  if (!options.explore && wanted != models.end()) return {*wanted};
  if (!options.explore && problem.trace == nullptr) return {options.cost};
  if (wanted != models.end()) std::rotate(models.begin(), wanted, wanted + 1);
  return models;
}

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

/// Sets the seconds of the busiest link, with a measured network also those of the busiest process.
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

CandidateOrder candidate(const std::string& name, const Mapping& mapping, const std::string& algorithm,
                         const planning::Aim& aim, const OrderProblem& problem) {
  CandidateOrder order{name, mapping, algorithm,
                       planning::gain_of(problem.affinity, problem.job, problem.present, mapping, aim)};
  set_static_times(problem, order);
  return order;
}

CandidateOrder launcher_order(const OrderProblem& problem) {
  return candidate(store::kLauncher, problem.present, store::kLauncher, problem.aim, problem);
}

planning::Aim aim_of_model(const std::string& model, const OrderProblem& problem) {
  planning::Aim aim = problem.aim;
  aim.cost.model = evaluation::cost_model_named(model);
  if (model != problem.plan.cost) aim.weight = evaluation::weight_of(aim.cost.model);
  return aim;
}

CandidateOrder order_for(const std::string& model, const OrderProblem& problem, double part_of_time) {
  const planning::Aim aim = aim_of_model(model, problem);
  mapping::MapOptions options = problem.options;
  options.weight = aim.weight;
  if (options.time_limit) *options.time_limit *= part_of_time;
  const Topology& topology = *problem.job.topology;
  const mapping::MapResult best =
      problem.local_ranks == nullptr
          ? mapping::map_by_cost(problem.affinity, topology, options, aim.cost)
          : mapping::map_with_local_ranks(problem.affinity, topology, options, aim.cost, *problem.local_ranks);
  return candidate(model, best.mapping, best.algorithm, aim, problem);
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

/// Replaces the predicted times by those of the job. Else the job goes on with the prediction of the busiest link, as
/// it does where the trace has too little of the job, and where the network is not known: assumed costs tell how orders
/// compare, and nothing about seconds.
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

/// Whether no prediction tells the two from each other. In a tree these are orders that send the same over every border
/// and the busiest link.
bool are_alike(const CandidateOrder& a, const CandidateOrder& b, const planning::JobSlots& job) {
  const auto same = [](const planning::Border& x, const planning::Border& y) {
    return x.after.bytes == y.after.bytes && x.after.messages == y.after.messages;
  };
  const bool tells_all = job.tree() != nullptr && a.seconds == b.seconds;
  return a.mapping == b.mapping || (tells_all && std::ranges::equal(a.gain.borders, b.gain.borders, same));
}

/// Some models say nothing of some topologies: bottleneck without routes, messages without hosts.
std::optional<CandidateOrder> order_if_possible(const std::string& model, const OrderProblem& problem,
                                                std::size_t models) {
  const double searching = problem.trace == nullptr ? 1 : 1 - kReplayPart;
  try {
    return order_for(model, problem, searching / static_cast<double>(models));
  } catch (const InputError&) {
    if (models == 1) throw;
    return std::nullopt;
  }
}

/// Returns the order with the least time; one of a later model must be better by kTie.
const CandidateOrder* least(std::span<const CandidateOrder* const> orders) {
  const CandidateOrder* best = nullptr;
  for (const CandidateOrder* order : orders) {
    if (best == nullptr || order->seconds < best->seconds * (1 - kTie)) best = order;
  }
  return best;
}

/// Whether the busiest link saves so many percent. The other models may not see it.
bool gains_on_link(const CandidateOrder& order, const CandidateOrder& launcher, double percent) {
  return !order.gain.job_before && order.seconds < launcher.seconds * (1 - percent / 100);
}

bool is_given(double min_gain) { return min_gain != std::stod(settings::get(settings::Id::MinGain).initial); }

/// A run tells more than a prediction: what a single job leaves out for its small gain is tried, unless the user has
/// said what gain there must be.
const CandidateOrder* to_explore(const std::vector<CandidateOrder>& candidates, const PlanOptions& options) {
  const CandidateOrder& launcher = candidates.front();
  const double nearest =
      std::ranges::min_element(candidates, {}, &CandidateOrder::seconds)->seconds * (1 + near(options));
  const bool first = std::ranges::all_of(options.tried, [](const auto& order) { return order == store::kLauncher; });
  const double least_gain = first && is_given(options.min_gain) ? options.min_gain : options.min_gain * kPartOfMinGain;
  std::vector<const CandidateOrder*> orders;
  for (const CandidateOrder& order : std::span(candidates).subspan(1)) {
    const bool tried = std::ranges::find(options.tried, order.name) != options.tried.end();
    const bool gains = order.gain.percent_in_mpi() >= least_gain || gains_on_link(order, launcher, least_gain);
    if (!tried && gains && order.seconds <= std::min(nearest, launcher.seconds)) orders.push_back(&order);
  }
  return least(orders);
}

}  // namespace

planning::Aim aim_for(const CandidateOrder& order, const OrderProblem& problem) {
  return order.name == order.standard ? problem.aim : aim_of_model(order.name, problem);
}

namespace {

/// Adds the orders that launchers offer, unless they move ranks that must stay; where one is like another order, that
/// one has its name.
void add_standard_orders(const OrderProblem& problem, std::vector<CandidateOrder>& candidates) {
  if (problem.local_ranks != nullptr) return;
  for (planning::StandardOrder& standard : planning::standard_orders(problem.job, problem.affinity.roles())) {
    mapping::put_pinned(problem.options.pinned, standard.mapping);
    CandidateOrder order = candidate(standard.name, standard.mapping, "standard", problem.aim, problem);
    order.standard = standard.name;
    const auto is_like_it = [&](const CandidateOrder& earlier) { return are_alike(earlier, order, problem.job); };
    const auto like = std::ranges::find_if(candidates, is_like_it);
    if (like == candidates.end()) {
      candidates.push_back(std::move(order));
    } else if (like->standard.empty()) {
      like->standard = standard.name;
    }
  }
}

}  // namespace

std::vector<CandidateOrder> candidate_orders(const OrderProblem& problem) {
  const std::vector<std::string> models = models_for(problem);
  std::vector<CandidateOrder> candidates = {launcher_order(problem)};
  for (const std::string& model : models) {
    auto order = order_if_possible(model, problem, models.size());
    const auto is_like_it = [&](const CandidateOrder& earlier) { return are_alike(earlier, *order, problem.job); };
    if (order && std::ranges::none_of(candidates, is_like_it)) candidates.push_back(std::move(*order));
  }
  if (models.size() > 1) add_standard_orders(problem, candidates);
  replay_all(problem, candidates);
  return candidates;
}

const CandidateOrder& best_predicted(const std::vector<CandidateOrder>& candidates) {
  std::vector<const CandidateOrder*> orders;
  for (const CandidateOrder& order : candidates) orders.push_back(&order);
  if (orders.size() > 1) orders.erase(orders.begin());
  return *least(orders);
}

const CandidateOrder& best_gain(const std::vector<CandidateOrder>& candidates) {
  const CandidateOrder& best = best_predicted(candidates);
  return best.seconds < candidates.front().seconds || best.standard.empty() ? best : candidates.front();
}

double least_gain(const OrderProblem& problem) {
  // What a replay misses of one order it misses of the others too, so their ratio is better than the times.
  constexpr double kLeast = 2, kMost = 5, kOfError = 1.0 / 3;  // percent
  const auto& calibration = problem.aim.calibration;
  if (!calibration || is_given(problem.plan.min_gain)) return problem.plan.min_gain;
  return std::clamp(100 * calibration->error() * kOfError, kLeast, kMost);
}

std::string as_good_standard_order(const std::vector<CandidateOrder>& candidates, const CandidateOrder& chosen) {
  if (!chosen.standard.empty()) return chosen.standard;
  for (const CandidateOrder& order : candidates) {
    if (!order.standard.empty() && order.seconds <= chosen.seconds * (1 + kTie)) return order.standard;
  }
  return "";
}

const CandidateOrder& choose_order(const std::vector<CandidateOrder>& candidates, const OrderProblem& problem) {
  const PlanOptions& options = problem.plan;
  if (options.explore) {
    if (const CandidateOrder* order = to_explore(candidates, options)) return *order;
  }
  if (!options.order.empty()) {
    const auto known = std::ranges::find(candidates, options.order, &CandidateOrder::name);
    if (known != candidates.end()) return *known;
  }
  const CandidateOrder& best = best_predicted(candidates);
  const bool enough = options.call.empty() ? best.gain.percent > 0 && best.gain.percent_in_mpi() >= least_gain(problem)
                                           : best.gain.cost_after < best.gain.cost_before;
  return !options.explore && enough ? best : candidates.front();
}

}  // namespace topomorph::engine
