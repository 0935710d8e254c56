// Checks of the communicators that programs pass.
#pragma once

#include <mpi.h>

#include "plugin/implementation/implementation.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"

namespace topomorph::api {

/// Between MPI_Init and MPI_Finalize, of the MPI library we were built for; MPI would end the program for a question outside.
inline bool mpi_is_running() {
  if (!implementation::is_loaded()) return false;
  int started = 0, ended = 0;
  real::Initialized(&started);
  real::Finalized(&ended);
  return started != 0 && ended == 0;
}

/// While one lives, what MPI has against a call is returned and not brought to the application's error handler, which
/// by default ends the job. For errors of calls without a communicator that is one; they go to the real MPI_COMM_WORLD.
class ErrorsReturn {
 public:
  ErrorsReturn() {
    if (real::Comm_get_errhandler(handles::comm_world(), &handler_) == MPI_SUCCESS) {
      real::Comm_set_errhandler(handles::comm_world(), handles::errors_return());
    }
  }
  ~ErrorsReturn() {
    if (handler_ == handles::errhandler_null()) return;
    real::Comm_set_errhandler(handles::comm_world(), handler_);
    real::Errhandler_free(&handler_);
  }
  ErrorsReturn(const ErrorsReturn&) = delete;
  ErrorsReturn& operator=(const ErrorsReturn&) = delete;

 private:
  MPI_Errhandler handler_ = handles::errhandler_null();
};

/// False for a freed communicator. Open MPI's own check looks into memory that has been given back, and mostly finds
/// what was there; but its number for Fortran leads to nothing then, or to another communicator.
inline bool is_alive(MPI_Comm comm) { return handles::comm_of_fortran(handles::fortran_of_comm(comm)) == comm; }

inline bool is_intracommunicator(MPI_Comm comm) {
  if (!mpi_is_running() || comm == handles::comm_null()) return false;
  const ErrorsReturn returned;
  if (!is_alive(comm)) return false;
  int is_inter = 0;
  return real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

}  // namespace topomorph::api
