// Installs the substitute of MPI_COMM_WORLD, and removes it inside MPI_Finalize.
#include "plugin/world/world.h"

#include "runtime/mpi/call_state.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {

namespace {

/// A keyval of the substitute, whose attribute duplicates inherit (duplicates_world).
int lineage_keyval = MPI_KEYVAL_INVALID;
/// Keyvals of MPI_COMM_SELF. MPI_Finalize deletes its attributes before all else, in the reverse order of their
/// creation. The first is set in install(), so that its callback runs last; the second is set in before_finalize(), so
/// that its callback runs first.
int last_keyval = MPI_KEYVAL_INVALID;
int first_keyval = MPI_KEYVAL_INVALID;

/// The mark of the thread that is in MPI_Finalize.
std::uintptr_t entered_finalize = 0;

int application_callbacks_begin(MPI_Comm, int, void*, void*) {
  entered_finalize = runtime::thread.entered;
  runtime::thread.entered = 0;
  return MPI_SUCCESS;
}

int application_callbacks_end(MPI_Comm, int, void*, void*) {
  runtime::thread.entered = entered_finalize;
  MPI_Comm comm = runtime::world_pair.substitute;
  runtime::world_pair = {};
  real::Comm_free_keyval(&lineage_keyval);
  return real::Comm_free(&comm);
}

int attach(MPI_Comm comm, MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* erase, int* keyval) {
  const int result = real::Comm_create_keyval(copy, erase, keyval, nullptr);
  return result == MPI_SUCCESS ? real::Comm_set_attr(comm, *keyval, keyval) : result;
}

int attach_all(MPI_Comm comm) {
  const int result = attach(comm, runtime::copy_value, runtime::free_nothing, &lineage_keyval);
  return result == MPI_SUCCESS
             ? attach(handles::comm_self(), runtime::copy_nothing, application_callbacks_end, &last_keyval)
             : result;
}

/// Copies the error handler and the name of the real world, which a tool may have set in its MPI_Init.
int copy_appearance(MPI_Comm from, MPI_Comm to) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0;
  int result = real::Comm_get_name(from, name, &length);
  if (result == MPI_SUCCESS) result = real::Comm_set_name(to, name);
  return result == MPI_SUCCESS ? runtime::copy_error_handler(from, to) : result;
}

}  // namespace

int install(MPI_Comm comm) {
  int result = copy_appearance(handles::comm_world(), comm);
  if (result == MPI_SUCCESS) result = attach_all(comm);
  if (result == MPI_SUCCESS) runtime::world_pair = {handles::comm_world(), comm};
  return result;
}

void uninstall() {
  entered_finalize = runtime::thread.entered;
  real::Comm_delete_attr(handles::comm_self(), last_keyval);  // its callback does all the work
}

void before_finalize() {
  if (runtime::has_substitute())
    attach(handles::comm_self(), runtime::copy_nothing, application_callbacks_begin, &first_keyval);
}

bool duplicates_world(MPI_Comm comm) {
  void* value = nullptr;
  int flag = 0;
  return runtime::has_substitute() && real::Comm_get_attr(comm, lineage_keyval, &value, &flag) == MPI_SUCCESS &&
         flag != 0;
}

}  // namespace topomorph::plugin::world
