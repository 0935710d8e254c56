// Functions that the wrappers call, one for each way of communicating. The table of MPI functions
// (plugin/table/mpi_functions.table) says which call runs which hook.
//
// Hooks run after the MPI call has succeeded, with its arguments and MPI_COMM_WORLD replaced. The arguments are then
// known to be valid, and calls that fail are not counted. A nonblocking send has started at that time.
#pragma once

#include <mpi.h>

#include "monitoring/call.h"
#include "monitoring/collectives.h"
#include "monitoring/monitor.h"
#include "monitoring/persistent.h"

namespace topomorph::monitoring {

/// Counts any send: blocking, nonblocking, half of a Sendrecv. A message to MPI_PROC_NULL or to a process outside of
/// MPI_COMM_WORLD is not counted.
void send(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm);

/// Notes what a start of the persistent `request` will send. Called whether or not monitoring is on, because it may be
/// on at the start.
void send_init(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm, MPI_Request request);
/// Forgets a persistent request. Called before MPI_Request_free, after which another request may get the handle.
void forget(MPI_Request request);
void start_requests(int count, const MPI_Request* requests);

/// Count one-sided communication. A read is traffic from the target to this process.
void put(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
void get(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
/// MPI_NO_OP sends nothing, and its origin arguments have no meaning.
void get_accumulate(MPI_Count origin_count, MPI_Datatype origin_datatype, MPI_Count result_count,
                    MPI_Datatype result_datatype, int target, MPI_Op op, MPI_Win window);
void fetch_and_op(MPI_Datatype datatype, int target, MPI_Op op, MPI_Win window);
void compare_and_swap(MPI_Datatype datatype, int target, MPI_Win window);

/// Called by the wrappers instead of the next function, whose address is `next`.
template <class Next, class Count>
int call_send_init(Next next, const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  const int result = next(buffer, count, datatype, destination, tag, comm, request);
  if (result == MPI_SUCCESS) noexcept_hook([&] { send_init(count, datatype, destination, comm, *request); });
  return result;
}

/// Every start sends all partitions.
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
