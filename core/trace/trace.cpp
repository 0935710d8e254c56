// Counts the steps of a folded trace, and cuts it.
#include "core/trace/trace.h"

#include <algorithm>

namespace topomorph::trace {

namespace {

/// Returns the place after a step, or after a loop and its body.
std::size_t end_of(std::span<const Step> steps, std::size_t at) {
  return at + 1 + (steps[at].kind == StepKind::Loop ? steps[at].length : 0);
}

/// Returns the unfolded steps of the item at a place: a step, or a loop.
std::uint64_t unfolded_at(std::span<const Step> steps, std::size_t at) {
  if (steps[at].kind != StepKind::Loop) return 1;
  return steps[at].amount * unfolded(steps.subspan(at + 1, steps[at].length));
}

void append(std::vector<Step>& to, std::span<const Step> steps) { to.insert(to.end(), steps.begin(), steps.end()); }

/// Returns the first items with at most `most` unfolded steps. A loop that has more keeps the iterations that fit.
ProcessTrace first_steps_of(const ProcessTrace& process, std::uint64_t most) {
  ProcessTrace first{{}, process.seen, process.window};
  const std::span<const Step> steps = process.steps;
  for (std::size_t at = 0; at < steps.size(); at = end_of(steps, at)) {
    const std::uint64_t here = unfolded_at(steps, at);
    append(first.steps, steps.subspan(at, end_of(steps, at) - at));
    if (here < most) {
      most -= here;
      continue;
    }
    if (steps[at].kind == StepKind::Loop) {
      Step& loop = first.steps[first.steps.size() - 1 - steps[at].length];
      loop.amount = std::max<std::uint64_t>(most / (here / steps[at].amount), 1);
    }
    first.window = first.window || at + 1 < steps.size();
    break;
  }
  return first;
}

}  // namespace

std::uint64_t unfolded(std::span<const Step> steps) {
  std::uint64_t all = 0;
  for (std::size_t at = 0; at < steps.size(); at = end_of(steps, at)) all += unfolded_at(steps, at);
  return all;
}

namespace {

/// Steps of a process, or of several: those that it has made, and those that its trace has.
struct Made {
  double recorded = 0, seen = 0;

  void add(const ProcessTrace& process) {
    const auto here = static_cast<double>(unfolded(process.steps));
    recorded += here;
    seen += process.window ? std::max(static_cast<double>(process.seen), here) : here;
  }
  double part() const { return seen > 0 ? recorded / seen : 1; }
};

}  // namespace

double recorded_part(const ProcessTrace& process) {
  Made made;
  made.add(process);
  return made.part();
}

double recorded_part(const Trace& trace) {
  Made made;
  for (const ProcessTrace& process : trace.processes) made.add(process);
  return made.part();
}

Trace first_steps(const Trace& trace, std::uint64_t steps) {
  double all = 0;  // the sum may exceed 64 bits
  for (const ProcessTrace& process : trace.processes) all += static_cast<double>(unfolded(process.steps));
  if (all <= static_cast<double>(steps)) return trace;
  const double part = static_cast<double>(steps) / all;
  Trace first{{}, trace.groups, trace.phases};
  for (const ProcessTrace& process : trace.processes) {
    const auto most = static_cast<std::uint64_t>(part * static_cast<double>(unfolded(process.steps)));
    first.processes.push_back(first_steps_of(process, std::max<std::uint64_t>(most, 1)));
  }
  return first;
}

}  // namespace topomorph::trace
