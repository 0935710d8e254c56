// The steps of one process, made of what a tool has recorded of its calls.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/trace/free_slots.h"
#include "core/trace/trace.h"

namespace topomorph::recordings {

/// Takes records in the order of their times. Tools record a receive that does not wait at its end only, with the
/// sender that it had: its step stands where it began. Throws InputError for more requests under way than a trace has.
class ProcessSteps {
 public:
  /// Adds processor time before the next step.
  void compute(double seconds) { pending_ += seconds; }

  /// Begins a call, which may be inside another one. The sends of a call are over at its end: MPI_Sendrecv is recorded
  /// as a send and then a receive, and would wait for ever in that order.
  void enter_call() { ++depth_; }
  void leave_call();

  void send(std::uint32_t to, std::uint16_t channel, std::uint64_t bytes);
  void receive(std::uint32_t from, std::uint16_t channel) { add(trace::receive(from, channel)); }
  void collective(const trace::Step& step) { add(step); }

  /// `request` names the request until it has ended.
  void start_send(std::uint64_t request, std::uint32_t to, std::uint16_t channel, std::uint64_t bytes);
  void start_receive(std::uint64_t request);
  void end_send(std::uint64_t request);
  void end_receive(std::uint64_t request, std::uint32_t from, std::uint16_t channel);
  void cancel(std::uint64_t request);

  /// Returns the folded steps. Sends that have not ended are waited for, receives that have not are left out: nobody
  /// knows of whom. Call it once, at the end.
  trace::ProcessTrace finish();

 private:
  struct Started {
    std::uint32_t slot = 0;
    std::size_t step = 0;
  };

  void add(trace::Step step);
  std::uint32_t take_slot();
  std::uint32_t begin(std::uint64_t request);
  void wait_for(std::uint32_t slot);
  void leave_out(const Started& started);

  std::vector<trace::Step> steps_;
  std::unordered_map<std::uint64_t, Started> requests_;
  std::vector<Started> sends_of_call_;
  trace::FreeSlots slots_;
  std::size_t depth_ = 0;
  double pending_ = 0;
};

}  // namespace topomorph::recordings
