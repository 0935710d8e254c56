// Chooses the order that a job gets.
#include "core/decision/choice.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "core/store/judgement.h"

namespace topomorph::decision {

namespace {

/// A prediction is near another if they differ by no more than predictions are wrong: for this program, if that is
/// known, else up to this part of the time (docs/auto.md).
constexpr double kNear = 0.15, kLeastNear = 0.03, kMostNear = 0.5;
double near(const planning::Aim& aim) { return std::clamp(aim.error.value_or(kNear), kLeastNear, kMostNear); }
/// A smaller part of the time, in parts of the gain that a new order must have, is no reason to try one.
constexpr double kPartOfMinGain = 0.1;
/// An order of another model must take so much less time than that of the default, which is often the best.
constexpr double kTie = 0.02;

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

/// A run tells more than a prediction: what a single job leaves out for its small gain is tried, unless the user has
/// said what gain there must be.
const CandidateOrder* to_explore(const std::vector<CandidateOrder>& candidates, const OrderProblem& problem) {
  const Wish& wish = problem.wish;
  const CandidateOrder& launcher = candidates.front();
  const double nearest =
      std::ranges::min_element(candidates, {}, &CandidateOrder::seconds)->seconds * (1 + near(problem.aim));
  const bool first = std::ranges::all_of(wish.tried, [](const auto& order) { return order == store::kLauncher; });
  const double least_gain = first && gives_min_gain(wish) ? wish.min_gain : wish.min_gain * kPartOfMinGain;
  std::vector<const CandidateOrder*> orders;
  for (const CandidateOrder& order : std::span(candidates).subspan(1)) {
    const bool tried = std::ranges::find(wish.tried, order.name) != wish.tried.end();
    const bool gains = order.gain.percent_in_mpi() >= least_gain || gains_on_link(order, launcher, least_gain);
    if (!tried && gains && order.seconds <= std::min(nearest, launcher.seconds)) orders.push_back(&order);
  }
  return least(orders);
}

}  // namespace

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
  if (!calibration || gives_min_gain(problem.wish)) return problem.wish.min_gain;
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
  const Wish& wish = problem.wish;
  if (wish.explore) {
    if (const CandidateOrder* order = to_explore(candidates, problem)) return *order;
  }
  if (!wish.order.empty()) {
    const auto known = std::ranges::find(candidates, wish.order, &CandidateOrder::name);
    if (known != candidates.end()) return *known;
  }
  const CandidateOrder& best = best_predicted(candidates);
  const bool enough = wish.call.empty() ? best.gain.percent > 0 && best.gain.percent_in_mpi() >= least_gain(problem)
                                        : best.gain.cost_after < best.gain.cost_before;
  return !wish.explore && enough ? best : candidates.front();
}

namespace {

/// Returns ", as good as --map-by node" if an order that the launcher offers by itself takes no more time.
std::string as_good_words(const std::vector<CandidateOrder>& candidates, const CandidateOrder& chosen) {
  const std::string name = as_good_standard_order(candidates, chosen);
  return name.empty() ? "" : ", as good as --map-by " + name;
}

}  // namespace

std::string line_for(const std::vector<CandidateOrder>& candidates, const CandidateOrder& chosen,
                     const OrderProblem& problem) {
  if (&chosen == &candidates.front()) {
    const planning::Gain& left = best_gain(candidates).gain;
    if (left.percent_in_mpi() >= least_gain(problem) && left.percent > 0)  // the busiest link has spoken against it
      return fmt::format("predicted gain {:.2g} %, but none of the busiest link: order kept", left.percent);
    return planning::kept_message(left, least_gain(problem), problem.job, problem.aim);
  }
  const std::string message = problem.wish.call.empty()
                                  ? planning::reordered_message(chosen.gain, problem.job, aim_for(chosen, problem))
                                  : planning::pattern_message(chosen.gain, problem.job, problem.wish.call);
  return message + (problem.local_ranks == nullptr ? "" : ", local ranks kept") + as_good_words(candidates, chosen);
}

Decision decide(const OrderProblem& problem) {
  const std::vector<CandidateOrder> candidates = candidate_orders(problem);
  const CandidateOrder& chosen = choose_order(candidates, problem);
  const bool reorders = &chosen != &candidates.front();
  return {chosen, reorders, reorders ? chosen : best_gain(candidates), line_for(candidates, chosen, problem)};
}

}  // namespace topomorph::decision
