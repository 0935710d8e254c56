// The steps of one process, made of what a tool has recorded of its calls.
#include "core/recordings/process_steps.h"

#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/trace/folder.h"

namespace topomorph::recordings {

using trace::Step;
using trace::StepKind;

void ProcessSteps::add(Step step) {
  step.seconds = std::exchange(pending_, 0);
  steps_.push_back(step);
}

std::uint32_t ProcessSteps::take_slot() {
  const std::uint32_t slot = slots_.take();
  if (slot >= trace::kMaxSlots) throw InputError("a process has too many requests under way");
  return slot;
}

/// Returns the slot of a request whose step comes next.
std::uint32_t ProcessSteps::begin(std::uint64_t request) {
  const std::uint32_t slot = take_slot();
  requests_[request] = {slot, steps_.size()};
  return slot;
}

void ProcessSteps::wait_for(std::uint32_t slot) {
  add(trace::wait(slot));
  slots_.give_back(slot);
}

void ProcessSteps::send(std::uint32_t to, std::uint16_t channel, std::uint64_t bytes) {
  if (depth_ == 0) return add(trace::send(to, bytes, channel));
  const std::uint32_t slot = take_slot();
  sends_of_call_.push_back({slot, steps_.size()});
  add(trace::start_send(to, bytes, slot, channel));
}

void ProcessSteps::leave_call() {
  if (depth_ == 0 || --depth_ > 0) return;
  const bool is_plain = sends_of_call_.size() == 1 && sends_of_call_.front().step + 1 == steps_.size();
  for (const Started& sent : sends_of_call_) {
    if (!is_plain) {
      wait_for(sent.slot);
      continue;
    }
    steps_.back().kind = StepKind::Send;
    steps_.back().slot = 0;
    slots_.give_back(sent.slot);
  }
  sends_of_call_.clear();
}

void ProcessSteps::start_send(std::uint64_t request, std::uint32_t to, std::uint16_t channel, std::uint64_t bytes) {
  add(trace::start_send(to, bytes, begin(request), channel));
}

void ProcessSteps::start_receive(std::uint64_t request) { add(trace::start_receive(0, begin(request))); }

void ProcessSteps::end_send(std::uint64_t request) {
  const auto started = requests_.find(request);
  if (started == requests_.end()) return;
  wait_for(started->second.slot);
  requests_.erase(started);
}

void ProcessSteps::end_receive(std::uint64_t request, std::uint32_t from, std::uint16_t channel) {
  const auto started = requests_.find(request);
  if (started == requests_.end()) return receive(from, channel);
  Step& step = steps_[started->second.step];
  step.peer = from;
  step.channel = channel;
  if (started->second.step + 1 == steps_.size() && pending_ == 0) {
    step.kind = StepKind::Receive;
    step.slot = 0;
    slots_.give_back(started->second.slot);
  } else {
    wait_for(started->second.slot);
  }
  requests_.erase(started);
}

/// Leaves the processor time before it.
void ProcessSteps::leave_out(const Started& started) {
  steps_[started.step] = trace::compute(steps_[started.step].seconds);
  slots_.give_back(started.slot);
}

void ProcessSteps::cancel(std::uint64_t request) {
  const auto started = requests_.find(request);
  if (started == requests_.end()) return;
  leave_out(started->second);
  requests_.erase(started);
}

trace::ProcessTrace ProcessSteps::finish() {
  for (const auto& [request, started] : requests_) {
    if (steps_[started.step].kind == StepKind::StartReceive) leave_out(started);
  }
  for (std::uint32_t slot = 0; slot < slots_.taken().size(); ++slot) {
    if (slots_.taken()[slot]) add(trace::wait(slot));
  }
  trace::Folder folder(std::numeric_limits<std::size_t>::max() / 4);
  for (Step step : steps_) {
    folder.compute(std::exchange(step.seconds, 0));
    if (step.kind != StepKind::Compute) folder.add(step);
  }
  folder.compute(pending_);
  folder.finish();
  const auto folded = folder.steps();
  return {.steps = {folded.begin(), folded.end()}, .seen = folder.seen(), .window = folder.is_window()};
}

}  // namespace topomorph::recordings
