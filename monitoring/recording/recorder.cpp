// Steps of messages and requests.
#include "monitoring/recording/recorder.h"

#include <algorithm>
#include <utility>

#include "core/trace/trace.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::monitoring::recording {
namespace {

/// Sends that the application does not wait for, and that the trace has not waited for either. The oldest is waited for
/// when there are more, so that slots are used again.
constexpr std::size_t kUnwaited = 1024;

/// A negative source is MPI_ANY_SOURCE: place_of() has refused MPI_PROC_NULL.
bool is_wildcard(const Peer& from) { return from.rank == MPI_ANY_SOURCE || from.tag == MPI_ANY_TAG; }

}  // namespace

void Recorder::add(trace::Step step) {
  folder_.add(step);
  if (folder_.is_window()) end_early("more memory than --trace-memory");
}

void Recorder::change_phase(std::uint32_t phase) {
  phase_ = phase;
  add(trace::phase(phase));
}

void Recorder::enter_phase(std::uint32_t phase) {
  begin_call(phase);
  clock_.call_ends();
}

void Recorder::end_call() {
  if (announced_) {
    const Operation operation = std::move(*announced_);
    announced_.reset();
    carry_out_up_to(operation.key, next_operation_);
    carry_out(operation);
  }
  clock_.call_ends();
}

/// Returns nothing for messages that are not recorded: with MPI_PROC_NULL, and with processes of other jobs.
std::optional<Recorder::Place> Recorder::place_of(const Peer& peer) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr || peer.rank < 0) return std::nullopt;
  const int role = roles::of_peer(*thread, peer.comm, peer.rank);
  if (role < 0) return std::nullopt;
  const auto channel = communicators_.channel(*thread, peer.comm, peer.tag);
  if (channel) return Place{static_cast<std::uint32_t>(role), *channel};
  end_early("more than 65536 tags");
  return std::nullopt;
}

void Recorder::send(std::uint64_t bytes, const Peer& to) {
  if (const auto place = place_of(to)) add(trace::send(place->peer, bytes, place->channel));
}

void Recorder::receive(const Peer& from) {
  if (const auto place = place_of(from)) add(trace::receive(place->peer, place->channel));
}

void Recorder::buffered_send(std::uint64_t bytes, const Peer& to) {
  const auto place = place_of(to);
  if (!place) return;
  const std::uint32_t slot = slots_.take();
  add(trace::start_send(place->peer, bytes, slot, place->channel));
  keep_until_end(slot);
}

void Recorder::keep_until_end(std::uint32_t slot) {
  unwaited_.push_back(slot);
  if (unwaited_.size() <= kUnwaited) return;
  add(trace::wait(unwaited_.front()));
  slots_.release(unwaited_.front());
  unwaited_.pop_front();
}

void Recorder::exchange(std::uint64_t bytes, const Peer& to, const Peer& from) {
  const auto there = place_of(to), here = place_of(from);
  if (!there) return receive(from);
  if (!here) return send(bytes, to);
  const std::uint32_t receiving = slots_.take(), sending = slots_.take();
  add(trace::start_receive(here->peer, receiving, here->channel));
  add(trace::start_send(there->peer, bytes, sending, there->channel));
  waited_.insert(waited_.end(), {receiving, sending});
  wait();
}

void Recorder::start_message(trace::Step step, Request request) {
  request.kind = Request::Kind::Message;
  request.step = step;
  if (!request.persistent) start(request);
  requests_.add(std::move(request));
}

void Recorder::start(Request& request) {
  request.active = true;
  if (request.kind == Request::Kind::Message) {
    request.step.slot = slots_.take();
    add(request.step);
  } else if (request.kind == Request::Kind::Wildcard) {
    ++wildcards_;
  } else if (request.kind == Request::Kind::Operation) {
    request.number = next_operation_++;
    pending_.push_back({request.number, request.operation});
  }
}

void Recorder::start_send(std::uint64_t bytes, const Peer& to, std::uint64_t handle, SendMode mode) {
  Request request{.handle = handle, .persistent = mode.persistent, .buffered = mode.buffered};
  if (const auto place = place_of(to)) {
    return start_message(trace::start_send(place->peer, bytes, 0, place->channel), std::move(request));
  }
  request.active = !mode.persistent;
  requests_.add(std::move(request));
}

void Recorder::start_receive(const Peer& from, std::uint64_t handle, bool persistent) {
  Request request{.handle = handle, .persistent = persistent};
  if (from.rank != MPI_PROC_NULL && is_wildcard(from)) {
    request.kind = Request::Kind::Wildcard;
    request.comm = from.comm;
    if (!persistent) start(request);
    return requests_.add(std::move(request));
  }
  if (const auto place = place_of(from)) {
    return start_message(trace::start_receive(place->peer, 0, place->channel), std::move(request));
  }
  request.active = !persistent;
  requests_.add(std::move(request));
}

void Recorder::found(const Peer& from, std::uint64_t message) {
  const auto place = place_of(from);
  if (!place) return;
  Request request{.handle = message, .kind = Request::Kind::Message};
  request.step = trace::receive(place->peer, place->channel);
  requests_.add(std::move(request));
}

void Recorder::receive_found(std::uint64_t message) {
  Request* const request = requests_.find(message);
  if (request == nullptr) return;
  const trace::Step step = request->step;
  requests_.remove(request);
  add(step);
}

void Recorder::start_receive_found(std::uint64_t message, std::uint64_t handle) {
  Request* const request = requests_.find(message);
  if (request == nullptr) return requests_.add({.handle = handle, .active = true});
  const trace::Step step = request->step;
  requests_.remove(request);
  start_message(trace::start_receive(step.peer, 0, step.channel), {.handle = handle});
}

void Recorder::complete(std::uint64_t handle, const MPI_Status* status) {
  Request* const request = requests_.find(handle);
  if (request == nullptr || !request->active) return;
  request->active = false;
  if (std::exchange(request->cancelled, false)) {
    --cancelled_;
    int cancelled = 0;
    real::Test_cancelled(status, &cancelled);
    if (cancelled != 0 && request->kind == Request::Kind::Message) end_early("a message was cancelled");
    if (cancelled != 0 && request->kind == Request::Kind::Wildcard) {
      --wildcards_;
      if (!request->persistent) requests_.remove(request);
      return;
    }
  }
  if (request->kind == Request::Kind::Message && request->buffered) {
    keep_until_end(request->step.slot);
  } else if (request->kind == Request::Kind::Message) {
    waited_.push_back(request->step.slot);
  } else if (request->kind == Request::Kind::Wildcard) {
    complete_wildcard(*request, *status);
  } else if (request->kind == Request::Kind::Operation) {
    operations_.push_back(request->number);
  }
  if (!request->persistent) requests_.remove(request);
}

void Recorder::complete_wildcard(Request& request, const MPI_Status& status) {
  --wildcards_;
  const auto place = place_of({status.MPI_SOURCE, status.MPI_TAG, request.comm});
  if (!place) return;
  const std::uint32_t slot = slots_.take();
  add(trace::start_receive(place->peer, slot, place->channel));
  waited_.push_back(slot);
}

void Recorder::wait_for(std::vector<std::uint32_t>& slots) {
  std::sort(slots.begin(), slots.end());
  for (std::size_t i = 0, end = 0; i < slots.size(); i = end) {
    for (end = i + 1; end < slots.size() && slots[end] == slots[end - 1] + 1; ++end) {
    }
    add(trace::wait(slots[i], static_cast<std::uint32_t>(end - i)));
  }
  for (const std::uint32_t slot : slots) slots_.release(slot);
  slots.clear();
}

void Recorder::wait() {
  wait_for(waited_);
  std::sort(operations_.begin(), operations_.end());
  for (const std::uint64_t number : operations_) {
    const auto pending =
        std::find_if(pending_.begin(), pending_.end(), [&](const Pending& p) { return p.number == number; });
    if (pending != pending_.end()) carry_out_up_to(pending->operation.key, number + 1);
  }
  operations_.clear();
}

void Recorder::start_persistent(std::uint64_t handle_before, std::uint64_t handle) {
  if (handle_before != handle) requests_.rename(handle_before, handle);
  if (Request* const request = requests_.find(handle)) start(*request);
}

void Recorder::free_request(std::uint64_t handle) {
  Request* const request = requests_.find(handle);
  if (request == nullptr) return;
  const bool is_send = request->step.kind == trace::StepKind::StartSend;
  if (request->active && request->kind == Request::Kind::Message && is_send) {
    keep_until_end(request->step.slot);
  } else if (request->active && request->kind != Request::Kind::Nothing) {
    end_early("a request that was under way was freed");
  }
  if (request->cancelled) --cancelled_;
  requests_.remove(request);
}

void Recorder::cancel(std::uint64_t handle) {
  Request* const request = requests_.find(handle);
  if (request != nullptr && request->active && !std::exchange(request->cancelled, true)) ++cancelled_;
}

/// Its attributes, and the translation of its ranks, are gone from now on.
void Recorder::communicator_freed(MPI_Comm comm) {
  const auto needs_it = [comm](const Request& r) { return r.kind == Request::Kind::Wildcard && r.comm == comm; };
  if (requests_.any(needs_it)) end_early("a communicator was freed before a receive from any process was complete");
}

void Recorder::finish(bool same_thread) {
  if (same_thread) folder_.compute(clock_.call_begins());
  slots_.for_each_taken([&](std::uint32_t slot) { waited_.push_back(slot); });
  wait();
  folder_.finish();
}

}  // namespace topomorph::monitoring::recording
