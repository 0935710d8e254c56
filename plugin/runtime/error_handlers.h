// Error handlers of communicators that belong to the application.
#pragma once

#include <mpi.h>

namespace topomorph::runtime {

/// While an object lives, errors of calls on `comm` are returned and do not reach the application's error handler,
/// which by default ends the job.
class ErrorsReturnScope {
 public:
  explicit ErrorsReturnScope(MPI_Comm comm);
  ~ErrorsReturnScope();
  ErrorsReturnScope(const ErrorsReturnScope&) = delete;
  ErrorsReturnScope& operator=(const ErrorsReturnScope&) = delete;

 private:
  MPI_Comm comm_;
  MPI_Errhandler handler_;
  bool changed_ = false;
};

/// Gives `to` the error handler of `from`, as MPI does for communicators that are made from another. Local. Returns an
/// MPI error code.
int copy_error_handler(MPI_Comm from, MPI_Comm to);

}  // namespace topomorph::runtime
