// Functions that the wrappers call, one for each way of communicating. The table of MPI functions
// (plugin/table/mpi_functions.table) says which call runs which hook.
//
// Hooks run after the MPI call has succeeded, with its arguments and MPI_COMM_WORLD replaced. The arguments are then
// known to be valid, and calls that fail are not counted. A nonblocking send has started at that time. Hooks of
// persistent requests are in counting/persistent.h.
#pragma once

#include <mpi.h>

#include "monitoring/call.h"
#include "monitoring/collectives.h"
#include "monitoring/counting/persistent.h"
#include "monitoring/monitor.h"

namespace topomorph::monitoring {

/// Counts any send: blocking, nonblocking, half of a Sendrecv. A message to MPI_PROC_NULL or to a process outside of
/// MPI_COMM_WORLD is not counted.
void send(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm);

/// Count one-sided communication. A read is traffic from the target to this process.
void put(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
void get(MPI_Count count, MPI_Datatype datatype, int target, MPI_Win window);
/// MPI_NO_OP sends nothing, and its origin arguments have no meaning.
void get_accumulate(MPI_Count origin_count, MPI_Datatype origin_datatype, MPI_Count result_count,
                    MPI_Datatype result_datatype, int target, MPI_Op op, MPI_Win window);
void fetch_and_op(MPI_Datatype datatype, int target, MPI_Op op, MPI_Win window);
void compare_and_swap(MPI_Datatype datatype, int target, MPI_Win window);

}  // namespace topomorph::monitoring
