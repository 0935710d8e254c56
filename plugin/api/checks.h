// Checks of the communicators that programs pass.
#pragma once

#include <mpi.h>

#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::api {

/// Between MPI_Init and MPI_Finalize; MPI would end the program for a question outside.
inline bool mpi_is_running() {
  int started = 0, ended = 0;
  real::Initialized(&started);
  real::Finalized(&ended);
  return started != 0 && ended == 0;
}

inline bool is_intracommunicator(MPI_Comm comm) {
  int is_inter = 0;
  return mpi_is_running() && comm != handles::comm_null() && real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

}  // namespace topomorph::api
