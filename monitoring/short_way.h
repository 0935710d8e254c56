// Counting what can be counted before the call, so that nothing is left to do after it (plugin/interception/jump.h).
#pragma once

#include <mpi.h>

#include "monitoring/known_sends.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

/// Counts a call that moves nothing, of a thread that is inside no other; false, and nothing counted, if it must go the
/// long way: its time is to be measured, or this thread's counters are not ready for it.
inline bool counted(Function function) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  add(call->count, 1);
  return true;
}

/// Likewise a send. Only one that was made before and succeeded: what fails is not counted, and these arguments are
/// good. (The tag and the buffer are not among them. Most programs end when they are wrong; one that goes on has that
/// message counted.)
inline bool counted_send(Function function, int count, MPI_Datatype type, int peer, MPI_Comm comm) {
  CallCounter* const call = ThreadCounters::untimed(function);
  if (call == nullptr) return false;
  const KnownSend& send = ThreadCounters::ready().known_sends.place(peer);
  if (!send.is(count, type, peer, comm)) return false;
  // Read before the additions: the compiler would take them for changes of what is read.
  const std::uint64_t bytes = send.bytes;
  TrafficCounter& traffic = *send.traffic;
  std::atomic<std::uint64_t>& size_class = *send.size_class;
  add(call->count, 1);
  add(call->bytes, bytes);
  add(traffic.bytes, bytes);
  add(traffic.messages, 1);
  add(size_class, 1);
  return true;
}

}  // namespace topomorph::monitoring
