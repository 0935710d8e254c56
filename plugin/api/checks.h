// Checks of the communicators that programs pass.
#pragma once

#include <mpi.h>

#include "plugin/runtime/error_handlers.h"
#include "plugin/runtime/handles.h"
#include "plugin/runtime/implementation.h"
#include "plugin/runtime/real_mpi.h"

namespace topomorph::plugin::api {

/// Whether a program of the MPI library that this build is for is between MPI_Init and MPI_Finalize. Outside, MPI would
/// end the program for any question about a communicator.
inline bool mpi_is_running() {
  if (!runtime::is_built_for_loaded_library()) return false;
  int started = 0, ended = 0;
  real::Initialized(&started);
  real::Finalized(&ended);
  return started != 0 && ended == 0;
}

/// Returns false for a freed communicator. Open MPI's own check reads memory that has been given back and mostly finds
/// its old content; but the communicator's number for Fortran then leads to nothing, or to another communicator.
inline bool is_alive(MPI_Comm comm) { return handles::comm_of_fortran(handles::fortran_of_comm(comm)) == comm; }

inline bool is_intracommunicator(MPI_Comm comm) {
  if (!mpi_is_running() || comm == handles::comm_null()) return false;
  const runtime::ErrorsReturnScope scope(handles::comm_world());  // which receives errors without a communicator
  if (!is_alive(comm)) return false;
  int is_inter = 0;
  return real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

}  // namespace topomorph::plugin::api
