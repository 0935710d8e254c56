// MPI functions that need more than a replaced communicator: `call:` in mpi_functions.table names them. Each gets the
// next library's function and the application's arguments.
#pragma once

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/callbacks.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {

/// A function of the MPI library only if handles are not numbers. `caller`: the address in the code that has called it.
MPI_Comm comm_f2c(MPI_Comm (*next)(int), int comm, const void* caller);

/// Whether `comm` is MPI_COMM_WORLD and has a substitute.
inline bool is_world(MPI_Comm comm) { return runtime::has_substitute() && comm == runtime::world_pair.real; }

/// Sets a name, hints or an error handler on the substitute of MPI_COMM_WORLD too: libmpi uses them there.
template <class Next, class Value>
int set_on_both(Next next, MPI_Comm comm, Value value) {
  const int result = next(comm, value);
  return result == MPI_SUCCESS && is_world(comm) ? next(runtime::world_pair.substitute, value) : result;
}

int comm_create_errhandler(real::Comm_create_errhandler_t next, MPI_Comm_errhandler_function* function,
                           MPI_Errhandler* errhandler);
int win_create_errhandler(real::Win_create_errhandler_t next, MPI_Win_errhandler_function* function,
                          MPI_Errhandler* errhandler);
int file_create_errhandler(real::File_create_errhandler_t next, MPI_File_errhandler_function* function,
                           MPI_Errhandler* errhandler);

/// For MPI_Op_create, and for MPI_Op_create_c, whose callbacks get their length in another type: both get addresses
/// only.
template <class Next, class Function>
int op_create(Next next, Function* function, int commute, MPI_Op* op) {
  if (function == nullptr) return next(function, commute, op);
  const auto plain = reinterpret_cast<MPI_User_function*>(reinterpret_cast<void*>(function));
  return next(reinterpret_cast<Function*>(reinterpret_cast<void*>(runtime::reduction_trampoline(plain))), commute, op);
}

int grequest_start(real::Grequest_start_t next, MPI_Grequest_query_function* query, MPI_Grequest_free_function* release,
                   MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request);

int cvar_handle_alloc(real::T_cvar_handle_alloc_t next, int cvar, void* object, MPI_T_cvar_handle* handle, int* count);
int pvar_handle_alloc(real::T_pvar_handle_alloc_t next, MPI_T_pvar_session session, int pvar, void* object,
                      MPI_T_pvar_handle* handle, int* count);

}  // namespace topomorph::plugin::world
