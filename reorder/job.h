// What the plugin asks of this folder: at the start of a job, at its end, and when it ends too early.
//
// All calls go to the next MPI library (real::*). None of them throws, and none of them changes anything unless all
// processes could.
#pragma once

#include <string>

#include <mpi.h>

namespace topomorph::reorder {

enum class Mode { Monitor, Profile, Run, Auto, Off };

/// The mode of this process (TOPOMORPH_MODE). A value that is none counts as Off; at_init() says so.
Mode mode() noexcept;

/// Whether the user wants nothing of this library here: the mode `off`, not one that is none.
bool is_switched_off() noexcept;

/// How a communicator is made to stand in for MPI_COMM_WORLD (plugin/world).
struct Installation {
  bool (*install)(MPI_Comm reordered);  ///< true: it is in place and no longer the caller's
  void (*uninstall)();                  ///< takes that back
};

/// Right after MPI_Init, on all processes of MPI_COMM_WORLD that have the library, collective once they know that all
/// have it. Remembers where the engine and the profile are, in case the application changes its directory. In mode run:
/// makes the communicator that shall stand in for MPI_COMM_WORLD and puts it in place, on all processes or on none. In
/// mode profile: finds out whether a profile can be written. In mode auto: recalls what is known of the program, and
/// does one or the other or both. The order is kept in other modes, for spawned processes, and after any failure.
void at_init(const Installation& installation) noexcept;

/// Whether the calls of this job are to be counted, as at_init() has found out. Local.
bool counts() noexcept;

}  // namespace topomorph::reorder
