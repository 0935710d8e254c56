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

/// In mode profile, and in mode auto where nothing was known, when counting has begun: from here on a process that ends
/// too early leaves its record, at MPI_Abort, at exit(), and at a SIGTERM that would end it anyway. Local.
void watch_for_the_end() noexcept;

/// In MPI_Finalize, before PMPI_Finalize, while monitoring is still there; on all processes, collective. In mode
/// profile: writes the profile, from rank 0, process after process. In mode auto: keeps what the run has shown.
void at_finalize() noexcept;

/// In a process that ends without MPI_Finalize (MPI_Abort, exit): not collective, no MPI calls but local ones. In mode
/// profile: leaves the record of this process in FILE.parts/, from which `topomorph profile --recover` makes a profile;
/// in mode auto, where nothing was known, in the store. MPI_Finalize may follow, from another thread: nothing is
/// forgotten that at_finalize() needs to take part.
void at_abort() noexcept;

/// The process is told to end, and it may still do so by MPI_Finalize, which takes back what is left here: leaves the
/// record as at_abort() does, without a word. From signal handlers.
void at_warning() noexcept;

/// A communicator with the processes of `comm` in a better order for what was measured so far; where there is none, or
/// where anything failed, in the old order. Collective over `comm`. Returns an MPI error class only where not even
/// MPI_Comm_dup worked.
int reorder_communicator(MPI_Comm comm, MPI_Comm* reordered) noexcept;

}  // namespace topomorph::reorder
