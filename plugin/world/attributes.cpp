// Copies the attributes of the real world to duplicates of its substitute, unless libmpi can be made to do it
// (runtime/mpi/implementation.h).
//
// Open MPI's keyvals from Fortran do not pass through the C interface, so their attributes are not copied here. In all
// other respects they behave like those from C, because both are on the real world.
#include "plugin/world/attributes.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "plugin/world/world.h"
#include "runtime/mpi/call_state.h"
#include "runtime/mpi/handles.h"
#include "runtime/mpi/implementation.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::world {
namespace {

struct Keyval {
  int number;
  const runtime::CommCallbacks* callbacks;
};

std::mutex mutex;
std::vector<Keyval>& keyvals() {
  static auto* list =
      new std::vector<Keyval>();  // never destroyed: exit handlers of the application may still call MPI
  return *list;
}

std::vector<Keyval> snapshot() {
  const std::lock_guard lock(mutex);
  return keyvals();
}

int copy_one(const Keyval& keyval, MPI_Comm duplicate) {
  int done = MPI_SUCCESS;
  if (runtime::copy_attribute_of_other_language(runtime::world_pair.real, duplicate, keyval.number, *keyval.callbacks,
                                                done))
    return done;
  void* value = nullptr;
  void* copied = nullptr;
  int flag = 0;
  int result = real::Comm_get_attr(runtime::world_pair.real, keyval.number, &value, &flag);
  if (result != MPI_SUCCESS || flag == 0) return result;
  flag = 0;
  result = runtime::copy_comm_attribute(runtime::world_pair.real, keyval.number,
                                        const_cast<runtime::CommCallbacks*>(keyval.callbacks), value, &copied, &flag);
  return result == MPI_SUCCESS && flag != 0 ? real::Comm_set_attr(duplicate, keyval.number, copied) : result;
}

/// Ends a duplication whose copy callback has failed: frees the duplicate and raises the error as MPI_Comm_dup would.
int give_up(MPI_Comm* duplicate, int error) {
  real::Comm_free(duplicate);
  *duplicate = handles::comm_null();
  real::Comm_call_errhandler(runtime::world_pair.real, error);
  return error;
}

/// Remembers a keyval for communicators that the application has created from C, and forgets it.
void remember_keyval(int keyval, const runtime::CommCallbacks* callbacks) {
  const std::lock_guard lock(mutex);
  keyvals().push_back({keyval, callbacks});
}

void forget_keyval(int keyval) {
  const std::lock_guard lock(mutex);
  std::erase_if(keyvals(), [keyval](const Keyval& known) { return known.number == keyval; });
}

/// Copies the real world's attributes to its new duplicate by the application's own copy callbacks, in the order in
/// which their keyvals were created. Returns the error code of the first callback that fails; later ones are not called
/// then.
int copy_world_attributes(MPI_Comm duplicate) {
  for (const Keyval& keyval : snapshot()) {
    if (keyval.callbacks->copy == nullptr) continue;
    const int result = copy_one(keyval, duplicate);
    if (result != MPI_SUCCESS) return result;
  }
  return MPI_SUCCESS;
}

/// Whether the keyval is one of MPI's own (MPI_TAG_UB, …).
bool is_predefined(int keyval) {
  static constexpr int kPredefined[] = {MPI_TAG_UB, MPI_HOST,         MPI_IO,           MPI_WTIME_IS_GLOBAL,
                                        MPI_APPNUM, MPI_LASTUSEDCODE, MPI_UNIVERSE_SIZE};
  return std::ranges::find(kPredefined, keyval) != std::end(kPredefined);
}

}  // namespace

int complete_duplicate(MPI_Comm comm, MPI_Comm* duplicate) {
  if (!runtime::has_substitute() || comm != runtime::world_pair.substitute || runtime::copies_world_attributes())
    return MPI_SUCCESS;
  const int result = copy_world_attributes(*duplicate);
  return result == MPI_SUCCESS ? MPI_SUCCESS : give_up(duplicate, result);
}

int comm_get_attr(real::Comm_get_attr_t next, MPI_Comm comm, int keyval, void* value, int* flag) {
  const int result = next(comm, keyval, value, flag);
  if (result != MPI_SUCCESS || *flag != 0 || !is_predefined(keyval) || !duplicates_world(comm)) return result;
  return next(runtime::world_pair.real, keyval, value, flag);
}

int comm_create_keyval(real::Comm_create_keyval_t next, MPI_Comm_copy_attr_function* copy,
                       MPI_Comm_delete_attr_function* erase, int* keyval, void* state) {
  runtime::CommCallbacks* callbacks = runtime::keep(runtime::CommCallbacks{copy, erase, state});
  const int result = next(copy == nullptr ? nullptr : runtime::copy_comm_attribute,
                          erase == nullptr ? nullptr : runtime::delete_comm_attribute, keyval, callbacks);
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
  return next(copy == nullptr ? nullptr : runtime::copy_win_attribute,
              erase == nullptr ? nullptr : runtime::delete_win_attribute, keyval,
              runtime::keep(runtime::WinCallbacks{copy, erase, state}));
}

int type_create_keyval(real::Type_create_keyval_t next, MPI_Type_copy_attr_function* copy,
                       MPI_Type_delete_attr_function* erase, int* keyval, void* state) {
  return next(copy == nullptr ? nullptr : runtime::copy_type_attribute,
              erase == nullptr ? nullptr : runtime::delete_type_attribute, keyval,
              runtime::keep(runtime::TypeCallbacks{copy, erase, state}));
}

int comm_dup(real::Comm_dup_t next, MPI_Comm comm, MPI_Comm* duplicate) {
  const int result = next(comm, duplicate);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

int comm_dup_with_info(real::Comm_dup_with_info_t next, MPI_Comm comm, MPI_Info info, MPI_Comm* duplicate) {
  const int result = next(comm, info, duplicate);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

/// Sets the attributes before the duplicate is complete: Open MPI has its object ready when MPI_Comm_idup returns.
int comm_idup(real::Comm_idup_t next, MPI_Comm comm, MPI_Comm* duplicate, MPI_Request* request) {
  const int result = next(comm, duplicate, request);
  return result == MPI_SUCCESS ? complete_duplicate(comm, duplicate) : result;
}

}  // namespace topomorph::plugin::world
