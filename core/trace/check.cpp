// Checks that a trace is one that a job can have made.
#include "core/trace/check.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::trace {

namespace {

constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 63;
constexpr std::uint64_t kMostBytesOfMessage = std::uint64_t{1} << 50;

/// What a piece of the trace does to a request: whether it must be under way before, and is after.
struct Effect {
  bool before = false, after = false;
};
using Effects = std::map<std::uint32_t, Effect>;

class Checker {
 public:
  /// `groups` of the process, ascending.
  Checker(const Trace& trace, std::uint32_t process, std::span<const std::uint32_t> groups)
      : trace_(trace), process_(process), groups_(groups) {}

  void run() {
    const ProcessTrace& own = trace_.processes[process_];
    if (own.steps.size() >= ~std::uint32_t{0}) refuse(0, "has too many steps");
    Effects effects;
    whole_ = &effects;
    piece(0, own.steps.size(), 0, 1, effects);
    for (const auto& [slot, effect] : effects) {
      if (effect.after && !own.window)
        refuse(own.steps.size() - 1, fmt::format("ends, and never waits for request {}", slot));
    }
  }

 private:
  [[noreturn]] void refuse(std::size_t step, const std::string& message) const {
    throw InputError(fmt::format("trace: process {}, step {}: {}", process_, step + 1, message));
  }

  /// `times` is how often the piece runs.
  void piece(std::size_t begin, std::size_t end, std::size_t depth, std::uint64_t times, Effects& effects) {
    const std::vector<Step>& steps = trace_.processes[process_].steps;
    for (std::size_t i = begin; i < end; ++i) {
      check_numbers(steps[i], i);
      if (steps[i].kind == StepKind::Loop) {
        loop(i, end, depth, times, effects);
        i += steps[i].length;
      } else {
        change(steps[i], i, effects);
      }
    }
    add_steps(begin, end - begin, times);
  }

  void add_steps(std::size_t at, std::uint64_t steps, std::uint64_t times) {
    const auto sum = total_ + static_cast<unsigned __int128>(steps) * times;
    if (sum >= kMostSteps) refuse(at, "the loops have too many iterations in all");
    total_ = static_cast<std::uint64_t>(sum);
  }

  void loop(std::size_t i, std::size_t end, std::size_t depth, std::uint64_t times, Effects& effects) {
    const Step& step = trace_.processes[process_].steps[i];
    if (step.amount == 0) refuse(i, "a loop of 0 iterations");
    if (step.length == 0) refuse(i, "a loop without steps");
    if (step.length > end - i - 1)
      refuse(i, fmt::format("a loop of {} steps, but {} follow", step.length, end - i - 1));
    if (depth == kMaxDepth) refuse(i, fmt::format("loops nested more than {} deep", kMaxDepth));
    if (step.seconds != 0) refuse(i, "a loop with processor time of its own");
    if (step.amount >= kMostSteps / times) refuse(i, "the loops have too many iterations in all");
    Effects inner;
    piece(i + 1, i + 1 + step.length, depth + 1, times * step.amount, inner);
    for (const auto& [slot, effect] : inner) {
      if (step.amount > 1 && effect.before != effect.after) {
        refuse(i, fmt::format("the second iteration {}", problem(slot, effect.before)));
      }
      apply(slot, effect, i, effects);
    }
  }

  void change(const Step& step, std::size_t i, Effects& effects) const {
    if (step.kind == StepKind::StartSend || step.kind == StepKind::StartReceive) {
      apply(step.slot, {false, true}, i, effects);
    } else if (step.kind == StepKind::Wait) {
      for (std::uint32_t s = 0; s < step.length; ++s) apply(step.slot + s, {true, false}, i, effects);
    }
  }

  static std::string problem(std::uint32_t slot, bool waits) {
    return waits ? fmt::format("waits for request {}, which is not under way", slot)
                 : fmt::format("starts request {}, which is under way", slot);
  }

  /// At the top level no request is under way before the first step.
  void apply(std::uint32_t slot, const Effect& effect, std::size_t i, Effects& effects) const {
    const auto [known, added] = effects.try_emplace(slot, effect);
    if (added && !(effect.before && &effects == whole_)) return;
    if (added || known->second.after != effect.before) refuse(i, problem(slot, effect.before));
    known->second.after = effect.after;
  }

  void check_numbers(const Step& step, std::size_t i) const {
    if (!std::isfinite(step.seconds) || step.seconds < 0) refuse(i, "processor time is not a number from 0 up");
    if (step.kind > kLastKind) refuse(i, "unknown kind of step");
    const bool message = step.kind >= StepKind::Send && step.kind <= StepKind::StartReceive;
    if (message && step.peer >= trace_.processes.size()) {
      refuse(i, fmt::format("peer {} of {} processes", step.peer, trace_.processes.size()));
    }
    if (step.kind >= StepKind::StartSend && step.kind <= StepKind::Wait &&
        (step.slot >= most_slots() || step.length > most_slots() - step.slot)) {
      refuse(i, fmt::format("request {} of at most {}", step.slot, most_slots()));
    }
    if (step.kind == StepKind::Wait && step.length == 0) refuse(i, "waits for no request");
    if (step.kind == StepKind::Collective) check_collective(step, i);
    if (step.kind == StepKind::Phase && step.slot >= std::max<std::size_t>(trace_.phases.size(), 1)) {
      refuse(i, fmt::format("phase {} of {}", step.slot, trace_.phases.size()));
    }
    const bool has_bytes = step.kind != StepKind::Loop;
    if (has_bytes && step.amount >= kMostBytesOfMessage) refuse(i, fmt::format("{} bytes", step.amount));
  }

  /// Requests have the lowest free slots, so each slot has a step of its own that starts it. A replay keeps a record of
  /// all slots up to the last one: a step of some bytes must not ask for a million of them.
  std::uint32_t most_slots() const {
    constexpr std::size_t kAlways = 64;
    return static_cast<std::uint32_t>(
        std::min<std::size_t>(kMaxSlots, trace_.processes[process_].steps.size() + kAlways));
  }

  void check_collective(const Step& step, std::size_t i) const {
    if (static_cast<std::size_t>(step.collective) >= kCollectives) refuse(i, "unknown collective");
    if (step.slot >= trace_.groups.size()) refuse(i, fmt::format("group {} of {}", step.slot, trace_.groups.size()));
    const std::size_t members = trace_.groups[step.slot].size();
    if (step.peer >= members) refuse(i, fmt::format("root {} of {} members", step.peer, members));
    if (!std::binary_search(groups_.begin(), groups_.end(), step.slot)) {
      refuse(i, fmt::format("a collective of group {}, which it is not in", step.slot));
    }
  }

  const Trace& trace_;
  std::uint32_t process_;
  std::span<const std::uint32_t> groups_;
  const Effects* whole_ = nullptr;
  std::uint64_t total_ = 0;
};

/// Returns the groups of each process, ascending. A search in the members of a group would take time by their number
/// for each step.
std::vector<std::vector<std::uint32_t>> groups_of_processes(const Trace& trace) {
  std::vector<std::vector<std::uint32_t>> groups(trace.processes.size());
  for (std::uint32_t g = 0; g < trace.groups.size(); ++g) {
    for (const std::uint32_t member : trace.groups[g]) {
      if (member >= groups.size()) {
        throw InputError(fmt::format("trace: group {}: member {} of {} processes", g, member, groups.size()));
      }
      auto& own = groups[member];
      if (!own.empty() && own.back() == g)
        throw InputError(fmt::format("trace: group {}: has member {} twice", g, member));
      own.push_back(g);
    }
  }
  return groups;
}

}  // namespace

void check(const Trace& trace) {
  if (trace.processes.empty()) throw InputError("trace: no processes");
  if (trace.processes.size() > kMaxProcesses) {
    throw InputError(fmt::format("trace: {} processes, at most {}", trace.processes.size(), kMaxProcesses));
  }
  if (trace.groups.size() > kMaxGroups) {
    throw InputError(fmt::format("trace: {} groups, at most {}", trace.groups.size(), kMaxGroups));
  }
  const auto groups = groups_of_processes(trace);
  for (std::uint32_t p = 0; p < trace.processes.size(); ++p) Checker(trace, p, groups[p]).run();
}

}  // namespace topomorph::trace
