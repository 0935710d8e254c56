// Which rank a process had before tm_reorder(): an attribute with a number, nothing to free, no table of handles.
#include "plugin/api/old_rank.h"

#include <cstdint>

#include "plugin/interception/handles.h"
#include "plugin/world/world.h"
#include "real_mpi.h"

namespace topomorph::api {
namespace {

// The predefined functions of mpi.h would tie this library to libmpi.
int copy_note(MPI_Comm, int, void*, void* value, void* copy, int* flag) {
  *static_cast<void**>(copy) = value;
  *flag = 1;
  return MPI_SUCCESS;
}

int forget_note(MPI_Comm, int, void*, void*) { return MPI_SUCCESS; }

/// The keyval of the notes; MPI_KEYVAL_INVALID where MPI gives none.
int keyval() {
  static const int made = [] {
    int created = MPI_KEYVAL_INVALID;
    const int error = real::Comm_create_keyval(copy_note, forget_note, &created, nullptr);
    return error == MPI_SUCCESS ? created : MPI_KEYVAL_INVALID;
  }();
  return made;
}

int rank_in_real_world() {
  int rank = 0;
  real::Comm_rank(handles::comm_world(), &rank);
  return rank;
}

}  // namespace

int note_old_rank(MPI_Comm reordered, int old_rank) {
  if (keyval() == MPI_KEYVAL_INVALID) {
    return MPI_ERR_KEYVAL;
  }
  return real::Comm_set_attr(reordered, keyval(), reinterpret_cast<void*>(static_cast<std::intptr_t>(old_rank)));
}

std::optional<int> old_rank(MPI_Comm comm) {
  if (comm == world::substitute(handles::comm_world())) {
    return rank_in_real_world();
  }
  void* value = nullptr;
  int found = 0;
  if (keyval() == MPI_KEYVAL_INVALID || real::Comm_get_attr(comm, keyval(), &value, &found) != MPI_SUCCESS ||
      found == 0) {
    return std::nullopt;
  }
  return static_cast<int>(reinterpret_cast<std::intptr_t>(value));
}

}  // namespace topomorph::api
