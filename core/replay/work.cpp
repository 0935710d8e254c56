// How much a replay has to do, before it begins.
#include "core/replay/work.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <tuple>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/replay/rounds.h"

namespace topomorph::replay {

namespace {

using trace::Step;
using trace::StepKind;

/// Counts what one process does. Sums are real numbers: those of nested loops need more than 64 bits.
class WorkCounter {
 public:
  WorkCounter(const trace::Trace& trace, const CollectiveOptions& collectives, std::uint32_t process)
      : trace_(trace), collectives_(collectives), process_(process) {}

  double steps(std::span<const Step> steps) const {
    double sum = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      if (step.kind == StepKind::Loop) {
        sum += static_cast<double>(step.amount) * this->steps(steps.subspan(i + 1, step.length));
        i += step.length;
      } else {
        sum += 1.0 + (step.kind == StepKind::Collective ? most_rounds(call_of(step), collectives_) : 0);
      }
    }
    return sum;
  }

  /// Returns the pairs of the process with others. A collective that it calls again has the same ones.
  double pairs() const {
    std::set<std::tuple<trace::Collective, std::uint32_t, std::uint32_t>> calls;
    double pairs = 0;
    for (const Step& step : trace_.processes[process_].steps) {
      if (step.kind != StepKind::Collective) continue;
      if (calls.insert({step.collective, step.slot, step.peer}).second) pairs += most_partners(call_of(step));
    }
    return pairs;
  }

  /// Returns the rounds of one call of each collective.
  double rounds() const {
    double rounds = 0;
    for (const Step& step : trace_.processes[process_].steps) {
      if (step.kind == StepKind::Collective) rounds += most_rounds(call_of(step), collectives_);
    }
    return rounds;
  }

 private:
  /// Returns the call as the root makes it, or as any other process does.
  Call call_of(const Step& step) const {
    const auto& members = trace_.groups[step.slot];
    const auto size = static_cast<std::uint32_t>(members.size());
    const bool is_root = members[step.peer] == process_;
    return {step.collective, size, is_root ? step.peer : (step.peer + 1) % size, step.peer, step.amount};
  }

  const trace::Trace& trace_;
  const CollectiveOptions& collectives_;
  std::uint32_t process_;
};

void check_most(double found, std::uint64_t most, const char* what) {
  if (found <= static_cast<double>(most)) return;
  throw InputError(fmt::format("trace: found {:.3g} {}, expected at most {}", found, what, most));
}

}  // namespace

void check_steps(const trace::Trace& trace, const CollectiveOptions& collectives) {
  double steps = 0;
  for (std::uint32_t p = 0; p < trace.processes.size(); ++p) {
    steps += WorkCounter(trace, collectives, p).steps(trace.processes[p].steps);
  }
  check_most(steps, kMostSteps, "steps and rounds of collectives in all iterations (hours of replay)");
}

void check_pairs(const trace::Trace& trace, const CollectiveOptions& collectives) {
  double pairs = 0, rounds = 0;
  for (std::uint32_t p = 0; p < trace.processes.size(); ++p) {
    const WorkCounter counter(trace, collectives, p);
    pairs += counter.pairs();
    rounds += counter.rounds();
  }
  check_most(pairs, kMostPairs, "pairs of processes in collectives");
  check_most(rounds, kMostSteps, "rounds of collectives");
}

void check_phases(const trace::Trace& trace) {
  if (trace.phases.size() < 2) return;
  double phases = 0;
  for (const trace::ProcessTrace& process : trace.processes) {
    std::uint32_t last = 0;
    for (const Step& step : process.steps) last = std::max(last, step.kind == StepKind::Phase ? step.slot : 0);
    phases += last + 1.0;
  }
  check_most(phases, kMostPhases, "phases of all processes");
}

void check_work(const trace::Trace& trace, const CollectiveOptions& collectives) {
  check_steps(trace, collectives);
  check_pairs(trace, collectives);
  check_phases(trace);
}

}  // namespace topomorph::replay
