// Adds traffic to the counters of the thread that causes it.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "monitoring/thread_counters.h"
#include "plugin/runtime/real_mpi.h"

namespace topomorph::monitoring {

/// Returns the size of `count` elements, in 64 bits: the product exceeds 2^31 easily.
inline std::uint64_t bytes_in(MPI_Count count, MPI_Datatype datatype) {
  MPI_Count size = 0;
  if (count <= 0) return 0;  // the type may be invalid then
  real::Type_size_x(datatype, &size);
  return static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(size);
}

/// Counts a message with a role (none for roles::kNone), and the payload of the call that this thread is in. Returns
/// the counter.
inline TrafficCounter* count_messages(ThreadCounters& thread, wire::Layer layer, bool inward, int role,
                                      std::uint64_t bytes) {
  if (role < 0) return nullptr;
  add(thread.call->bytes, bytes);
  return &thread.count(layer, inward, false, static_cast<std::uint32_t>(role), bytes, 1);
}

}  // namespace topomorph::monitoring
