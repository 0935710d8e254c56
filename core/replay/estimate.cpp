// The time of a job in several orders, from as much of its replays as tells it.
#include "core/replay/estimate.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <exception>
#include <limits>

#include "core/replay/engine.h"
#include "core/replay/replay.h"

namespace topomorph::replay {

namespace {

/// Steps after which the estimates are looked at for the first time: each process has gone through some iterations of
/// most programs, and the replays of sixteen processes have taken some milliseconds.
constexpr std::uint64_t kFirstSteps = 1 << 14, kFirstOfProcess = 128;
/// So much of the job must consist of loops that have begun.
constexpr double kKnown = 0.9;
/// An order that takes so much longer than the best one, as soon as this is known, is not the best one later.
constexpr double kFar = 1.25;

/// One order's replay and what it says of the job.
class OrderReplay {
 public:
  OrderReplay(const trace::Trace& trace, const Platform& platform, const Mapping& order, const Options& options,
              const StepWeights& weights)
      : total_(weights.total()), engine_(trace, platform, order, options) {
    engine_.weigh(weights);
  }

  void advance(std::uint64_t steps) {
    if (state_ != Engine::State::Paused) return;
    state_ = engine_.advance(steps);
    const Progress earlier = now_;
    now_ = engine_.progress();
    before_ = estimate_;
    estimate_ = state_ == Engine::State::Ended && is_whole() ? measured() : extrapolated(earlier);
  }

  const Estimate& estimate() const { return estimate_; }
  bool has_expired() const { return state_ == Engine::State::Expired; }
  bool is_over() const { return state_ != Engine::State::Paused; }
  bool is_known() const { return now_.known >= kKnown; }
  /// Returns whether the last steps have changed the estimate by no more than this part, and what is missing is like
  /// them: a loop that has not begun may be the whole job.
  bool is_settled(double tolerance) const { return is_over() || (is_known() && std::abs(change()) <= tolerance); }
  /// Returns whether they have changed it as they have changed that of the other order. Both then rest on parts of the
  /// iterations, which the ratio of their times does not show.
  bool is_settled_beside(const OrderReplay& other, double tolerance) const {
    return (is_over() && other.is_over()) || std::abs(change() - other.change()) <= tolerance;
  }

 private:
  double change() const { return (estimate_.seconds - before_.seconds) / estimate_.seconds; }
  bool is_whole() const { return now_.done >= total_ * (1 - 1e-6); }
  Estimate measured() {
    const Result result = engine_.result();
    return {result.seconds, now_.in_mpi, 1};
  }
  Estimate extrapolated(const Progress& earlier) const {
    const double done = now_.done - earlier.done, missing = std::max(total_ - now_.done, 0.0);
    const double more = done > 0 ? missing / done : 0;
    return {now_.seconds + more * (now_.seconds - earlier.seconds), now_.in_mpi + more * (now_.in_mpi - earlier.in_mpi),
            std::min(now_.done / total_, 1.0)};
  }

  double total_;
  Engine engine_;
  Engine::State state_ = Engine::State::Paused;
  Progress now_;
  Estimate estimate_, before_;
};

/// The replays of all orders, which go on together.
class OrderReplays {
 public:
  OrderReplays(const trace::Trace& trace, const Platform& platform, std::span<const Mapping> orders,
               const EstimateOptions& options)
      : options_(options), weights_(trace, platform) {
    const Options each{.deadline = options.deadline};
    for (const Mapping& order : orders) {
      check_order(trace, platform, order);
      replays_.emplace_back(trace, platform, order, each, weights_);
    }
    failures_.resize(orders.size());
  }

  void advance(std::uint64_t steps, Workers& workers) {
    workers.for_each(replays_.size(), [&](std::size_t i, std::size_t) {
      try {
        if (!is_hopeless(i)) replays_[i].advance(steps);
      } catch (...) {
        failures_[i] = std::current_exception();
      }
    });
    for (const std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(failure);
    }
    best_ = best();
  }

  bool have_expired() const { return std::ranges::any_of(replays_, &OrderReplay::has_expired); }
  bool are_settled() const {
    for (std::size_t i = 0; i < replays_.size(); ++i) {
      if (is_hopeless(i)) continue;
      if (!replays_[i].is_settled(options_.time_tolerance)) return false;
      if (!replays_[i].is_settled_beside(replays_[0], options_.tolerance)) return false;
    }
    return true;
  }

  std::optional<std::vector<Estimate>> estimates() const {
    std::vector<Estimate> all;
    for (std::size_t i = 0; i < replays_.size(); ++i) {
      Estimate& one = all.emplace_back(replays_[i].estimate());
      if (!(one.seconds > 0)) return std::nullopt;
      const double lacks = std::max(least_of(i) - one.seconds, 0.0);
      one.seconds += lacks;
      one.in_mpi += lacks;
    }
    return all;
  }

 private:
  double least_of(std::size_t order) const {
    return options_.least_seconds.empty() ? 0 : options_.least_seconds[order];
  }
  double best() const {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < replays_.size(); ++i)
      best = std::min(best, std::max(replays_[i].estimate().seconds, least_of(i)));
    return best;
  }
  /// The others are compared with the first order, so it always goes on.
  bool is_hopeless(std::size_t order) const {
    if (order == 0 || best_ <= 0) return false;
    const OrderReplay& replay = replays_[order];
    const bool is_far = replay.is_known() && replay.estimate().seconds > best_ * kFar;
    return is_far || least_of(order) > best_ * (1 + 2 * options_.tolerance);
  }

  const EstimateOptions& options_;
  StepWeights weights_;
  std::deque<OrderReplay> replays_;
  std::vector<std::exception_ptr> failures_;
  double best_ = 0;  // seconds
};

std::uint64_t steps_of_first_look(const trace::Trace& trace) {
  return std::max<std::uint64_t>(kFirstSteps, kFirstOfProcess * trace.processes.size());
}

bool are_all(std::uint64_t steps, const trace::Trace& trace) {
  std::uint64_t all = 0;
  for (const trace::ProcessTrace& process : trace.processes) all += std::min(process.seen, steps);
  return all <= steps;
}

}  // namespace

std::uint64_t least_steps(const trace::Trace& trace) { return 2 * steps_of_first_look(trace); }

std::optional<std::vector<Estimate>> estimate(const trace::Trace& trace, const Platform& platform,
                                              std::span<const Mapping> orders, const EstimateOptions& options,
                                              Workers& workers) {
  if (orders.empty()) return std::vector<Estimate>();
  check_replay(trace, platform, {.deadline = options.deadline});  // before steps are weighed
  if (options.most_steps < least_steps(trace) && !are_all(options.most_steps, trace)) return std::nullopt;
  OrderReplays replays(trace, platform, orders, options);
  std::uint64_t steps = steps_of_first_look(trace);
  for (std::uint64_t done = 0; done < options.most_steps; done += steps, steps = done) {
    steps = std::min(steps, options.most_steps - done);
    replays.advance(steps, workers);
    if (replays.have_expired()) return std::nullopt;
    if (done > 0 && replays.are_settled()) break;
  }
  return replays.estimates();
}

}  // namespace topomorph::replay
