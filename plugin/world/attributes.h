// What MPI_Comm_dup(MPI_COMM_WORLD) has to copy itself: the attributes are on the real world, the duplicate is one of
// the substitute.
#pragma once

#include <mpi.h>

#include "plugin/world/callbacks.h"

namespace topomorph::world {

/// Remembers a keyval for communicators that the application created from C, and forgets it again.
void remember_keyval(int keyval, const CommCallbacks* callbacks);
void forget_keyval(int keyval);

/// Copies the real world's attributes to its new duplicate, in the order their keyvals were created, by the
/// application's own copy callbacks. Returns the error code of the first that fails; those after it are not copied
/// then.
int copy_world_attributes(MPI_Comm duplicate);

/// Whether the keyval is one of MPI's own (MPI_TAG_UB, …).
bool is_predefined(int keyval);

}  // namespace topomorph::world
