// Installs the communicator that stands in for MPI_COMM_WORLD (runtime/mpi/call_state.h) and removes it.
//
// Attributes, name, info and error handler that the application sees are those of the real world. Name, info and error
// handler are set on the substitute too, because libmpi uses them there (messages, hints, errors). All communication
// uses the substitute.
#pragma once

#include <mpi.h>

namespace topomorph::plugin::world {

/// Makes `comm` stand in for MPI_COMM_WORLD from now on. `comm` is an intracommunicator of the same processes; this
/// module takes it over and frees it inside MPI_Finalize, after the application's callbacks on MPI_COMM_SELF have run.
/// Called once by every process, between MPI_Init and the return to the application, under a ReentrancyGuard. Returns
/// an MPI error code; after a failure nothing is installed.
int install(MPI_Comm comm);

/// Undoes an install() that has just succeeded, and frees the communicator. Needed where another process has failed.
void uninstall();

/// Prepares MPI_Finalize: callbacks of the application that run in it count as calls of the application, in every
/// language.
void before_finalize();

/// Whether `comm` descends from MPI_COMM_WORLD by duplication only, and therefore has its predefined attributes.
bool duplicates_world(MPI_Comm comm);

}  // namespace topomorph::plugin::world
