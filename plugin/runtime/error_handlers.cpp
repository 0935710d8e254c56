// Sets, restores and copies error handlers.
#include "plugin/runtime/error_handlers.h"

#include "plugin/runtime/handles.h"
#include "plugin/runtime/real_mpi.h"

namespace topomorph::runtime {

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
