// The start of a job: checks and reads its settings and, in mode run, gives its ranks a new order.
//
// All calls go to the next MPI library (real::*). No function throws, and none changes anything unless all processes
// can.
#pragma once

#include <string>

#include <mpi.h>

namespace topomorph::reorder {

enum class Mode { Monitor, Profile, Run, Auto, Off };

/// Throws InputError for the first setting in the environment that has an invalid value and matters in this mode: a job
/// must not be reordered by a part of what its user wanted.
void check_settings(Mode mode);

/// Writes one line with the environment variables that look like settings and are none, if there are any.
void complain_of_variables();

/// Returns the mode of this process (TOPOMORPH_MODE). An invalid value counts as Off; at_init() says so.
Mode mode() noexcept;

/// Whether the user has set the mode `off`; false for an invalid mode.
bool is_switched_off() noexcept;

/// How a communicator is made to stand in for MPI_COMM_WORLD (plugin/world).
struct Installation {
  bool (*install)(MPI_Comm reordered);  ///< true: it is in place and no longer the caller's
  void (*uninstall)();                  ///< undoes install()
};

/// Called right after MPI_Init on all processes of MPI_COMM_WORLD that have the library; collective once they know that
/// all have it. Remembers the paths of engine and profile, because the application may change its directory. Mode run:
/// makes the communicator that is to stand in for MPI_COMM_WORLD and puts it in place, on all processes or on none.
/// Mode profile: finds out whether a profile can be written. Mode auto: recalls what is known of the program, and then
/// acts as one of the other modes or as both. In other modes, for spawned processes and after any failure, the order is
/// kept.
void at_init(const Installation& installation) noexcept;

/// Whether the calls of this job are to be counted, as at_init() has decided. Local.
bool counts() noexcept;

}  // namespace topomorph::reorder
