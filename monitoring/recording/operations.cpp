// Steps of collective and neighbourhood operations, and what communicators are made.
#include <algorithm>
#include <utility>

#include "monitoring/recording/recorder.h"
#include "monitoring/recording/recording.h"

namespace topomorph::monitoring::recording {

void Recorder::register_operation(const MPI_Request* persistent, Operation operation) {
  if (persistent == nullptr) {
    announced_ = std::move(operation);
    return;
  }
  requests_.add({.handle = roles::number_of(*persistent),
                 .kind = Request::Kind::Operation,
                 .persistent = true,
                 .operation = std::move(operation)});
}

void Recorder::collective(ThreadCounters& thread, MPI_Comm comm, const MPI_Request* persistent, trace::Step step) {
  const std::uint32_t group = communicators_.group(thread, comm);
  if (group == Communicators::kNoGroup) return;
  step.slot = group;
  register_operation(persistent, {.key = group, .collective = step});
}

void Recorder::neighbours(ThreadCounters& thread, MPI_Comm comm, const MPI_Request* persistent, Operation operation) {
  const auto channel = communicators_.channel(thread, comm, Communicators::kNeighbourTag);
  if (!channel) return end_early("more than 65536 tags");
  for (trace::Step& step : operation.messages) step.channel = *channel;
  operation.key = std::uint64_t{1} << 32 | *channel;
  register_operation(persistent, std::move(operation));
}

void Recorder::defer(std::uint64_t handle) {
  Request request{.handle = handle, .active = true};
  if (announced_) {
    request.kind = Request::Kind::Operation;
    request.number = next_operation_++;
    pending_.push_back({request.number, std::move(*announced_)});
    announced_.reset();
  }
  requests_.add(std::move(request));
}

/// Adds the operations with this key that were called before operation `number`.
void Recorder::carry_out_up_to(std::uint64_t key, std::uint64_t number) {
  if (pending_.empty()) return;
  for (const Pending& pending : pending_) {
    if (pending.operation.key == key && pending.number < number) carry_out(pending.operation);
  }
  std::erase_if(pending_, [&](const Pending& p) { return p.operation.key == key && p.number < number; });
}

/// The messages of a neighbourhood operation are all started before the process waits for them.
void Recorder::carry_out(const Operation& operation) {
  if (operation.collective) return add(*operation.collective);
  for (trace::Step step : operation.messages) {
    waited_.push_back(step.slot = slots_.take());
    add(step);
  }
  wait_for(waited_);
}

void Recorder::communicator_created(MPI_Comm parent, MPI_Comm child) {
  if (ThreadCounters* const thread = ThreadCounters::in_call()) communicators_.created(*thread, parent, child);
}

void Recorder::communicator_created_by_group(MPI_Comm parent, int tag, MPI_Comm child) {
  if (ThreadCounters* const thread = ThreadCounters::in_call()) {
    communicators_.created_by_group(*thread, parent, tag, child);
  }
}

}  // namespace topomorph::monitoring::recording
