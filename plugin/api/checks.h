// Checks of the communicators that programs pass.
#pragma once

#include <mpi.h>

#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::api {

inline bool is_intracommunicator(MPI_Comm comm) {
  int is_inter = 0;
  return comm != handles::comm_null() && real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

}  // namespace topomorph::api
