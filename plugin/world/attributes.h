// MPI functions on attributes. The attributes of MPI_COMM_WORLD are on the real world, while duplicates are made of its
// substitute.
#pragma once

#include <mpi.h>

#include "runtime/mpi/callbacks.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {

int comm_get_attr(real::Comm_get_attr_t next, MPI_Comm comm, int keyval, void* value, int* flag);
int comm_create_keyval(real::Comm_create_keyval_t next, MPI_Comm_copy_attr_function* copy,
                       MPI_Comm_delete_attr_function* erase, int* keyval, void* state);
int comm_free_keyval(real::Comm_free_keyval_t next, int* keyval);
int win_create_keyval(real::Win_create_keyval_t next, MPI_Win_copy_attr_function* copy,
                      MPI_Win_delete_attr_function* erase, int* keyval, void* state);
int type_create_keyval(real::Type_create_keyval_t next, MPI_Type_copy_attr_function* copy,
                       MPI_Type_delete_attr_function* erase, int* keyval, void* state);

int comm_dup(real::Comm_dup_t next, MPI_Comm comm, MPI_Comm* duplicate);
int comm_dup_with_info(real::Comm_dup_with_info_t next, MPI_Comm comm, MPI_Info info, MPI_Comm* duplicate);
int comm_idup(real::Comm_idup_t next, MPI_Comm comm, MPI_Comm* duplicate, MPI_Request* request);
/// Copies after a duplication of `comm`, which is substituted already, what the library does not copy. Returns an error
/// code.
int complete_duplicate(MPI_Comm comm, MPI_Comm* duplicate);

/// For MPI 4.
template <class Next>
int comm_idup_with_info(Next next, MPI_Comm comm, MPI_Info info, MPI_Comm* duplicate, MPI_Request* request) {
  const int result = next(comm, info, duplicate, request);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

}  // namespace topomorph::plugin::world
