// Questions to MPI about a communicator; error handlers and attributes of communicators that belong to the application.
#pragma once

#include <mpi.h>

#include "runtime/mpi/real_mpi.h"

namespace topomorph::runtime {

inline int rank_in(MPI_Comm comm) {
  int rank = 0;
  real::Comm_rank(comm, &rank);
  return rank;
}

inline int size_of(MPI_Comm comm) {
  int size = 0;
  real::Comm_size(comm, &size);
  return size;
}

inline bool is_inter(MPI_Comm comm) {
  int inter = 0;
  real::Comm_test_inter(comm, &inter);
  return inter != 0;
}

/// Whether a program has passed an intracommunicator that is alive, of the MPI library that this build is for, between
/// MPI_Init and MPI_Finalize. Asked outside of these, MPI would end the program.
bool is_intracommunicator(MPI_Comm comm);

/// Callbacks of our own attributes: the predefined ones of mpi.h would tie this library to libmpi. A duplicate gets the
/// same value, or none; nothing is freed.
int copy_value(MPI_Comm, int, void*, void* value, void* copied, int* flag);
int copy_nothing(MPI_Comm, int, void*, void*, void*, int* flag);
int free_nothing(MPI_Comm, int, void*, void*);

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
