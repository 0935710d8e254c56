// The communicator that stands in for MPI_COMM_WORLD: what it is, how it is installed, and who still sees the real one.
//
// Attributes, the name, the info and the error handler that the application sees are those of the real world; name,
// info and error handler are set on the substitute too, since libmpi uses them there (messages, hints, errors). What
// communicates uses the substitute.
#pragma once

#include <mpi.h>

namespace topomorph::world {

/// Both null while nothing is installed, so that comparing is all it takes. Written by world.cpp alone.
struct Pair {
  MPI_Comm real;
  MPI_Comm substitute;
};
[[gnu::visibility("hidden")]] extern Pair pair;

/// The communicator to use where the application said `comm`.
inline MPI_Comm substitute(MPI_Comm comm) {
  if (comm == pair.real) [[likely]]
    return pair.substitute;
  return comm;
}

/// The reverse: what the application may see of `comm`.
inline MPI_Comm visible(MPI_Comm comm) { return comm == pair.substitute ? pair.real : comm; }

/// Whether a communicator stands in for MPI_COMM_WORLD.
bool installed();

/// MPI_COMM_WORLD is `comm` from now on: an intracommunicator of the same processes, which becomes ours and is freed
/// inside MPI_Finalize after the application's callbacks on MPI_COMM_SELF have run. Called by every process, once,
/// between MPI_Init and the return to the application, inside an interception::Enter. Returns an MPI error code; after
/// a failure nothing is installed.
int install(MPI_Comm comm);

/// Takes back what install() has just done, and frees the communicator: another process could not.
void uninstall();

/// Prepares MPI_Finalize: the application's callbacks that run in it, whatever language made them, count as calls of
/// the application.
void before_finalize();

/// Whether `comm` descends from MPI_COMM_WORLD by duplication only, and so has its predefined attributes.
bool duplicates_world(MPI_Comm comm);

}  // namespace topomorph::world
