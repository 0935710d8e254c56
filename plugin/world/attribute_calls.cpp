// The MPI functions on attributes, and the duplications that copy them.
#include "plugin/implementation/implementation.h"
#include "plugin/interception/handles.h"
#include "plugin/world/attributes.h"
#include "plugin/world/callbacks.h"
#include "plugin/world/calls.h"
#include "plugin/world/world.h"

namespace topomorph::world {
namespace {

/// A copy callback has failed: no duplicate, and the error is raised as MPI_Comm_dup would raise it.
int give_up(MPI_Comm* duplicate, int error) {
  real::Comm_free(duplicate);
  *duplicate = handles::comm_null();
  real::Comm_call_errhandler(pair.real, error);
  return error;
}

}  // namespace

int complete_duplicate(MPI_Comm comm, MPI_Comm* duplicate) {
  if (!installed() || comm != pair.substitute || implementation::copies_world_attributes()) return MPI_SUCCESS;
  const int result = copy_world_attributes(*duplicate);
  return result == MPI_SUCCESS ? MPI_SUCCESS : give_up(duplicate, result);
}

int comm_get_attr(real::Comm_get_attr_t next, MPI_Comm comm, int keyval, void* value, int* flag) {
  const int result = next(comm, keyval, value, flag);
  if (result != MPI_SUCCESS || *flag != 0 || !is_predefined(keyval) || !duplicates_world(comm)) return result;
  return next(pair.real, keyval, value, flag);
}

int comm_create_keyval(real::Comm_create_keyval_t next, MPI_Comm_copy_attr_function* copy,
                       MPI_Comm_delete_attr_function* erase, int* keyval, void* state) {
  CommCallbacks* callbacks = keep(CommCallbacks{copy, erase, state});
  const int result = next(copy == nullptr ? nullptr : copy_comm_attribute,
                          erase == nullptr ? nullptr : delete_comm_attribute, keyval, callbacks);
  if (result == MPI_SUCCESS) remember_keyval(*keyval, callbacks);
  return result;
}

int comm_free_keyval(real::Comm_free_keyval_t next, int* keyval) {
  const int number = keyval == nullptr ? MPI_KEYVAL_INVALID : *keyval;
  const int result = next(keyval);
  if (result == MPI_SUCCESS) forget_keyval(number);
  return result;
}

int win_create_keyval(real::Win_create_keyval_t next, MPI_Win_copy_attr_function* copy,
                      MPI_Win_delete_attr_function* erase, int* keyval, void* state) {
  return next(copy == nullptr ? nullptr : copy_win_attribute, erase == nullptr ? nullptr : delete_win_attribute, keyval,
              keep(WinCallbacks{copy, erase, state}));
}

int type_create_keyval(real::Type_create_keyval_t next, MPI_Type_copy_attr_function* copy,
                       MPI_Type_delete_attr_function* erase, int* keyval, void* state) {
  return next(copy == nullptr ? nullptr : copy_type_attribute, erase == nullptr ? nullptr : delete_type_attribute,
              keyval, keep(TypeCallbacks{copy, erase, state}));
}

int comm_dup(real::Comm_dup_t next, MPI_Comm comm, MPI_Comm* duplicate) {
  const int result = next(comm, duplicate);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

int comm_dup_with_info(real::Comm_dup_with_info_t next, MPI_Comm comm, MPI_Info info, MPI_Comm* duplicate) {
  const int result = next(comm, info, duplicate);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

/// The duplicate's attributes can be set before it is complete: Open MPI has its object ready when MPI_Comm_idup
/// returns.
int comm_idup(real::Comm_idup_t next, MPI_Comm comm, MPI_Comm* duplicate, MPI_Request* request) {
  const int result = next(comm, duplicate, request);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

}  // namespace topomorph::world
