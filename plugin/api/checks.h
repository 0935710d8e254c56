// Checks of the communicators that programs pass.
#pragma once

#include <mpi.h>

#include "plugin/implementation/implementation.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"
#include "reorder/comm.h"

namespace topomorph::api {

/// Between MPI_Init and MPI_Finalize, of the MPI library we were built for; MPI would end the program for a question
/// outside.
inline bool mpi_is_running() {
  if (!implementation::is_loaded()) return false;
  int started = 0, ended = 0;
  real::Initialized(&started);
  real::Finalized(&ended);
  return started != 0 && ended == 0;
}

/// False for a freed communicator. Open MPI's own check looks into memory that has been given back, and mostly finds
/// what was there; but its number for Fortran leads to nothing then, or to another communicator.
inline bool is_alive(MPI_Comm comm) { return handles::comm_of_fortran(handles::fortran_of_comm(comm)) == comm; }

inline bool is_intracommunicator(MPI_Comm comm) {
  if (!mpi_is_running() || comm == handles::comm_null()) return false;
  const reorder::ErrorsReturn returned(handles::comm_world());  // where errors without a communicator go
  if (!is_alive(comm)) return false;
  int is_inter = 0;
  return real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

}  // namespace topomorph::api
