// Checks communicators; copies attributes; sets, restores and copies error handlers.
#include "runtime/mpi/communicators.h"

#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::runtime {
namespace {

bool mpi_is_running() {
  int started = 0, ended = 0;
  real::Initialized(&started);
  real::Finalized(&ended);
  return started != 0 && ended == 0;
}

/// Returns false for a freed communicator. Open MPI's own check reads memory that has been given back and mostly finds
/// its old content; but the communicator's number for Fortran then leads to nothing, or to another communicator.
bool is_alive(MPI_Comm comm) { return handles::comm_of_fortran(handles::fortran_of_comm(comm)) == comm; }

}  // namespace

bool is_intracommunicator(MPI_Comm comm) {
  if (!mpi_is_running() || comm == handles::comm_null()) return false;
  const ErrorsReturnScope scope(handles::comm_world());  // which receives errors without a communicator
  if (!is_alive(comm)) return false;
  int is_inter = 0;
  return real::Comm_test_inter(comm, &is_inter) == MPI_SUCCESS && is_inter == 0;
}

int copy_value(MPI_Comm, int, void*, void* value, void* copied, int* flag) {
  *static_cast<void**>(copied) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int copy_nothing(MPI_Comm, int, void*, void*, void*, int* flag) {
  *flag = 0;
  return MPI_SUCCESS;
}

int free_nothing(MPI_Comm, int, void*, void*) { return MPI_SUCCESS; }

ErrorsReturnScope::ErrorsReturnScope(MPI_Comm comm) : comm_(comm), handler_(handles::errhandler_null()) {
  if (real::Comm_get_errhandler(comm, &handler_) != MPI_SUCCESS) return;
  changed_ = real::Comm_set_errhandler(comm, handles::errors_return()) == MPI_SUCCESS;
}

ErrorsReturnScope::~ErrorsReturnScope() {
  if (handler_ == handles::errhandler_null()) return;
  if (changed_) real::Comm_set_errhandler(comm_, handler_);
  real::Errhandler_free(&handler_);
}

int copy_error_handler(MPI_Comm from, MPI_Comm to) {
  MPI_Errhandler handler = handles::errhandler_null();
  int result = real::Comm_get_errhandler(from, &handler);
  if (result == MPI_SUCCESS) result = real::Comm_set_errhandler(to, handler);
  const bool predefined = handler == handles::errors_are_fatal() || handler == handles::errors_return() ||
                          handler == handles::errhandler_null();
  return result == MPI_SUCCESS && !predefined ? real::Errhandler_free(&handler) : result;
}

}  // namespace topomorph::runtime
