// Turns the calls of one thread into steps.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <mpi.h>

#include "core/trace/folder.h"
#include "monitoring/recording/call_budget.h"
#include "monitoring/recording/communicators.h"
#include "monitoring/recording/processor_time.h"
#include "monitoring/recording/recording.h"
#include "monitoring/recording/requests.h"
#include "monitoring/recording/slots.h"

namespace topomorph::monitoring::recording {

/// The other side of a message, in a call's terms.
struct Peer {
  int rank = 0;
  int tag = 0;
  MPI_Comm comm{};
};

struct SendMode {
  bool persistent = false;
  bool buffered = false;
};

/// Used by one thread. Its functions throw bad_alloc. If something happens that a trace cannot say, they end the
/// recording (end_early()).
///
/// A receive from any process, or with any tag, is recorded when it is complete. So is a nonblocking collective, or
/// when a later one on its communicator is called, because the order must be the same on all members.
class Recorder {
 public:
  explicit Recorder(const Limits& limits) : folder_(limits.bytes), budget_(limits.part_of_time) {}

  ProcessorTime<>& clock() { return clock_; }
  const trace::Folder& folder() const { return folder_; }
  const Communicators& communicators() const { return communicators_; }
  /// The processor time since the last call belongs to the phase before.
  void begin_call(std::uint32_t phase) {
    folder_.compute(clock_.call_begins());
    if (phase != phase_) change_phase(phase);
    if (!budget_.allows(++calls_)) end_early("more time than --trace-budget");
  }
  void end_call();
  /// Between calls.
  void enter_phase(std::uint32_t phase);

  void send(std::uint64_t bytes, const Peer& to);
  /// A send that is complete at once, whether or not it has been received: the process does not wait for it.
  void buffered_send(std::uint64_t bytes, const Peer& to);
  void receive(const Peer& from);
  /// `from` is known: the receive is complete.
  void exchange(std::uint64_t bytes, const Peer& to, const Peer& from);
  void start_send(std::uint64_t bytes, const Peer& to, std::uint64_t handle, SendMode mode = {});
  void start_receive(const Peer& from, std::uint64_t handle, bool persistent = false);

  /// A message was found and set apart; receive_found() receives it by its handle.
  void found(const Peer& from, std::uint64_t message);
  void receive_found(std::uint64_t message);
  void start_receive_found(std::uint64_t message, std::uint64_t handle);

  /// Whether complete() needs a status.
  bool needs_status() const { return wildcards_ + cancelled_ > 0; }
  /// Requests complete together: complete() for each, then wait().
  void complete(std::uint64_t handle, const MPI_Status* status);
  void wait();
  void start_persistent(std::uint64_t handle_before, std::uint64_t handle);
  void free_request(std::uint64_t handle);
  void cancel(std::uint64_t handle);

  /// The operation of the call that this thread is in, until end_call(). `persistent`: of every start of the request.
  void collective(ThreadCounters& thread, MPI_Comm comm, const MPI_Request* persistent, trace::Step step);
  void neighbours(ThreadCounters& thread, MPI_Comm comm, const MPI_Request* persistent, Operation operation);
  /// The operation is complete when its request is.
  void defer(std::uint64_t handle);

  void communicator_created(MPI_Comm parent, MPI_Comm child);
  void communicator_created_by_group(MPI_Comm parent, int tag, MPI_Comm child);
  void communicator_freed(MPI_Comm comm);

  /// Waits for what is under way, and takes the processor time up to now if the thread is the recorded one.
  void finish(bool same_thread);

 private:
  struct Place {
    std::uint32_t peer = 0;
    std::uint16_t channel = 0;
  };
  struct Pending {
    std::uint64_t number = 0;
    Operation operation;
  };

  std::optional<Place> place_of(const Peer& peer);
  void add(trace::Step step);
  void change_phase(std::uint32_t phase);
  void start(Request& request);
  void start_message(trace::Step step, Request request);
  void complete_wildcard(Request& request, const MPI_Status& status);
  void keep_until_end(std::uint32_t slot);
  void wait_for(std::vector<std::uint32_t>& slots);
  void register_operation(const MPI_Request* persistent, Operation operation);
  void carry_out_up_to(std::uint64_t key, std::uint64_t number);
  void carry_out(const Operation& operation);

  trace::Folder folder_;
  CallBudget budget_;
  std::uint64_t calls_ = 0;
  ProcessorTime<> clock_;
  Communicators communicators_;
  Requests requests_;
  Slots slots_;
  std::vector<std::uint32_t> waited_;      // slots that complete in this call
  std::deque<std::uint32_t> unwaited_;     // slots of sends that the application does not wait for, the oldest first
  std::vector<std::uint64_t> operations_;  // numbers of operations that complete in this call
  std::vector<Pending> pending_;           // operations under way, in the order of their calls
  std::optional<Operation> announced_;
  std::uint64_t next_operation_ = 0;
  std::uint32_t phase_ = 0;
  std::size_t wildcards_ = 0, cancelled_ = 0;
};

/// Returns the recorder while is_on().
Recorder& recorder();

}  // namespace topomorph::monitoring::recording
