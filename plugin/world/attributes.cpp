// Copies the attributes of the real world to duplicates of its substitute, where libmpi cannot be made to do it itself
// (plugin/implementation).
//
// Open MPI's keyvals created from Fortran do not pass through the C interface, so their attributes are not copied here;
// they are otherwise at one with those set from C, since both are on the real world.
#include "plugin/world/attributes.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "plugin/implementation/implementation.h"
#include "plugin/interception/inside.h"
#include "plugin/world/world.h"
#include "real_mpi.h"

namespace topomorph::world {
namespace {

struct Keyval {
  int number;
  const CommCallbacks* callbacks;
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
  if (implementation::copy_attribute_of_other_language(pair.real, duplicate, keyval.number, *keyval.callbacks, done))
    return done;
  void* value = nullptr;
  void* copied = nullptr;
  int flag = 0;
  int result = real::Comm_get_attr(pair.real, keyval.number, &value, &flag);
  if (result != MPI_SUCCESS || flag == 0) return result;
  flag = 0;
  result = copy_comm_attribute(pair.real, keyval.number, const_cast<CommCallbacks*>(keyval.callbacks), value, &copied,
                               &flag);
  return result == MPI_SUCCESS && flag != 0 ? real::Comm_set_attr(duplicate, keyval.number, copied) : result;
}

}  // namespace

void remember_keyval(int keyval, const CommCallbacks* callbacks) {
  const std::lock_guard lock(mutex);
  keyvals().push_back({keyval, callbacks});
}

void forget_keyval(int keyval) {
  const std::lock_guard lock(mutex);
  std::erase_if(keyvals(), [keyval](const Keyval& known) { return known.number == keyval; });
}

int copy_world_attributes(MPI_Comm duplicate) {
  for (const Keyval& keyval : snapshot()) {
    if (keyval.callbacks->copy == nullptr) continue;
    const int result = copy_one(keyval, duplicate);
    if (result != MPI_SUCCESS) return result;
  }
  return MPI_SUCCESS;
}

bool is_predefined(int keyval) {
  static constexpr int kPredefined[] = {MPI_TAG_UB, MPI_HOST,         MPI_IO,           MPI_WTIME_IS_GLOBAL,
                                        MPI_APPNUM, MPI_LASTUSEDCODE, MPI_UNIVERSE_SIZE};
  return std::ranges::find(kPredefined, keyval) != std::end(kPredefined);
}

}  // namespace topomorph::world
