// Keeps old ranks as attributes of communicators.
#include "plugin/api/old_rank.h"

#include <atomic>
#include <cstdint>

#include "runtime/mpi/communicators.h"
#include "runtime/mpi/real_mpi.h"

namespace topomorph::plugin::api {
namespace {

/// Returns the keyval of old ranks; MPI_KEYVAL_INVALID if MPI gives none.
int keyval() {
  static const int made = [] {
    int created = MPI_KEYVAL_INVALID;
    const int error = real::Comm_create_keyval(runtime::copy_value, runtime::free_nothing, &created, nullptr);
    return error == MPI_SUCCESS ? created : MPI_KEYVAL_INVALID;
  }();
  return made;
}

/// Whether any communicator has a note: a program without tm_reorder gets no keyval of ours.
std::atomic<bool> any_noted = false;

}  // namespace

int note_old_rank(MPI_Comm reordered, int old_rank) {
  if (keyval() == MPI_KEYVAL_INVALID) return MPI_ERR_KEYVAL;
  any_noted = true;
  return real::Comm_set_attr(reordered, keyval(), reinterpret_cast<void*>(static_cast<std::intptr_t>(old_rank)));
}

std::optional<int> noted_old_rank(MPI_Comm comm) {
  if (!any_noted || keyval() == MPI_KEYVAL_INVALID) return std::nullopt;
  void* value = nullptr;
  int found = 0;
  if (real::Comm_get_attr(comm, keyval(), &value, &found) != MPI_SUCCESS || found == 0) return std::nullopt;
  return static_cast<int>(reinterpret_cast<std::intptr_t>(value));
}

}  // namespace topomorph::plugin::api
