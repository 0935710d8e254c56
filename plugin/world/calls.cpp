// MPI functions on names, hints, error handlers, generalized requests and MPI_T objects of MPI_COMM_WORLD.
#include "plugin/world/calls.h"

#include <cstdint>
#include <memory>

#include "plugin/world/world.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/callbacks.h"
#include "runtime/mpi/implementation.h"

namespace topomorph::plugin::world {
namespace {

struct Grequest {
  MPI_Grequest_query_function* query;
  MPI_Grequest_free_function* release;
  MPI_Grequest_cancel_function* cancel;
  void* state;
};

/// MPICH calls the callbacks of Fortran in the same way, with addresses in place of numbers and one more argument for
/// the error. Words take arguments as registers hold them, and one more than C's callbacks have.
using Word = std::uintptr_t;

template <class Function>
auto with_words(Function* function) {
  return reinterpret_cast<int (*)(void*, Word, Word)>(reinterpret_cast<void*>(function));
}

int query_grequest(void* request, Word status, Word more) {
  const auto* user = static_cast<const Grequest*>(request);
  const runtime::CallbackScope leave;
  return with_words(user->query)(user->state, status, more);
}

/// Called by MPI once, as the last callback of a request.
int free_grequest(void* request, Word more, Word) {
  const std::unique_ptr<Grequest> user(static_cast<Grequest*>(request));
  const runtime::CallbackScope leave;
  return with_words(user->release)(user->state, more, 0);
}

int cancel_grequest(void* request, Word complete, Word more) {
  const auto* user = static_cast<const Grequest*>(request);
  const runtime::CallbackScope leave;
  return with_words(user->cancel)(user->state, complete, more);
}

template <class Function>
Function* as_callback(int (*words)(void*, Word, Word)) {
  return reinterpret_cast<Function*>(reinterpret_cast<void*>(words));
}

/// Returns what to pass as the object that an MPI_T variable belongs to: `object`, or a pointer to the substitute's
/// handle. MPI_T takes a pointer to a handle of any kind.
void* bound_object(bool binds_communicator, void* object) {
  const bool world = binds_communicator && object != nullptr && is_world(*static_cast<MPI_Comm*>(object));
  return world ? static_cast<void*>(&runtime::world_pair.substitute) : object;
}

bool cvar_binds_communicator(int cvar) {
  int name_length = 0, description_length = 0, verbosity = 0, bind = MPI_T_BIND_NO_OBJECT, scope = 0;
  MPI_Datatype datatype;
  MPI_T_enum values;
  return real::T_cvar_get_info(cvar, nullptr, &name_length, &verbosity, &datatype, &values, nullptr,
                               &description_length, &bind, &scope) == MPI_SUCCESS &&
         bind == MPI_T_BIND_MPI_COMM;
}

bool pvar_binds_communicator(int pvar) {
  int name_length = 0, description_length = 0, verbosity = 0, kind = 0, bind = MPI_T_BIND_NO_OBJECT;
  int read_only = 0, continuous = 0, atomic = 0;
  MPI_Datatype datatype;
  MPI_T_enum values;
  return real::T_pvar_get_info(pvar, nullptr, &name_length, &verbosity, &kind, &datatype, &values, nullptr,
                               &description_length, &bind, &read_only, &continuous, &atomic) == MPI_SUCCESS &&
         bind == MPI_T_BIND_MPI_COMM;
}

}  // namespace

MPI_Comm comm_f2c(MPI_Comm (*next)(int), int comm, const void* caller) {
  const MPI_Comm found = next(comm);
  if (is_world(found) && runtime::reads_rank_itself(caller)) return runtime::world_pair.substitute;
  return runtime::visible(found);
}

int comm_create_errhandler(real::Comm_create_errhandler_t next, MPI_Comm_errhandler_function* function,
                           MPI_Errhandler* errhandler) {
  return next(function == nullptr ? nullptr : runtime::comm_error_trampoline(function), errhandler);
}

int win_create_errhandler(real::Win_create_errhandler_t next, MPI_Win_errhandler_function* function,
                          MPI_Errhandler* errhandler) {
  return next(function == nullptr ? nullptr : runtime::win_error_trampoline(function), errhandler);
}

int file_create_errhandler(real::File_create_errhandler_t next, MPI_File_errhandler_function* function,
                           MPI_Errhandler* errhandler) {
  return next(function == nullptr ? nullptr : runtime::file_error_trampoline(function), errhandler);
}

int grequest_start(real::Grequest_start_t next, MPI_Grequest_query_function* query, MPI_Grequest_free_function* release,
                   MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request) {
  auto user = std::make_unique<Grequest>(Grequest{query, release, cancel, state});
  const int result = next(query == nullptr ? nullptr : as_callback<MPI_Grequest_query_function>(query_grequest),
                          release == nullptr ? nullptr : as_callback<MPI_Grequest_free_function>(free_grequest),
                          cancel == nullptr ? nullptr : as_callback<MPI_Grequest_cancel_function>(cancel_grequest),
                          user.get(), request);
  if (result == MPI_SUCCESS) static_cast<void>(user.release());
  return result;
}

int cvar_handle_alloc(real::T_cvar_handle_alloc_t next, int cvar, void* object, MPI_T_cvar_handle* handle, int* count) {
  return next(cvar, bound_object(runtime::has_substitute() && cvar_binds_communicator(cvar), object), handle, count);
}

int pvar_handle_alloc(real::T_pvar_handle_alloc_t next, MPI_T_pvar_session session, int pvar, void* object,
                      MPI_T_pvar_handle* handle, int* count) {
  return next(session, pvar, bound_object(runtime::has_substitute() && pvar_binds_communicator(pvar), object), handle,
              count);
}

}  // namespace topomorph::plugin::world
