// What the wrappers call: one function for each way of communicating. The table of functions (plugin/interception) says
// which call is which.
//
// All are called after the MPI call has succeeded and with the arguments it had, MPI_COMM_WORLD replaced: arguments are
// known to be good then, and what failed is not counted. "After" is when a nonblocking send has started.
#pragma once

#include <mpi.h>

#include "monitoring/call.h"
#include "monitoring/collectives.h"
#include "monitoring/monitor.h"
#include "monitoring/out_of_memory.h"
#include "monitoring/persistent.h"

namespace topomorph::monitoring {

/// Any send: blocking, nonblocking, half of a Sendrecv. A message to MPI_PROC_NULL or out of MPI_COMM_WORLD is none.
void send(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm);

/// Persistent requests: what a start of `request` will send. Called whether or not monitoring is on, since it may be on
/// at the start.
void send_init(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm, MPI_Request request);
/// Before MPI_Request_free: the handle will be given to another request.
void forget(MPI_Request request);
void start_requests(int count, const MPI_Request* requests);

/// One-sided. A read is traffic from the target to this process.
void put(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
void get(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
/// MPI_NO_OP sends nothing: its origin arguments mean nothing.
void get_accumulate(MPI_Count origin_count, MPI_Datatype origin_datatype, MPI_Count result_count,
                    MPI_Datatype result_datatype, int target, MPI_Op op, MPI_Win window);
void fetch_and_op(MPI_Datatype datatype, int target, MPI_Op op, MPI_Win window);
void compare_and_swap(MPI_Datatype datatype, int target, MPI_Win window);

/// The hand-written calls of the table: `next` is the function of the MPI library.
template <class Next, class Count>
int call_send_init(Next next, const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  const int result = next(buffer, count, datatype, destination, tag, comm, request);
  if (result == MPI_SUCCESS) noexcept_hook([&] { send_init(count, datatype, destination, comm, *request); });
  return result;
}

/// All partitions go in every start.
template <class Next>
int call_partitioned_send_init(Next next, const void* buffer, int partitions, MPI_Count count, MPI_Datatype datatype,
                               int destination, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const int result = next(buffer, partitions, count, datatype, destination, tag, comm, info, request);
  if (result == MPI_SUCCESS)
    noexcept_hook([&] { send_init(partitions * count, datatype, destination, comm, *request); });
  return result;
}

template <class Next>
int call_startall(Next next, int count, MPI_Request* requests) {
  const StartedRequests started(count, requests);
  const int result = next(count, requests);
  if (result == MPI_SUCCESS) noexcept_hook([&] { started.follow(count, requests); });
  return result;
}

template <class Next>
int call_start(Next next, MPI_Request* request) {
  return call_startall([next](int, MPI_Request* requests) { return next(requests); }, 1, request);
}

template <class Next>
int call_request_free(Next next, MPI_Request* request) {
  if (request != nullptr) forget(*request);
  return next(request);
}

}  // namespace topomorph::monitoring
