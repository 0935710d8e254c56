// What must be known of an MPI library beyond the standard: questions that a folder for each library answers.
//
// There are three folders: open_mpi/; mpich/ for MPICH and the libraries that descend from it and use its mpi.h (Intel
// MPI, MVAPICH, Cray MPICH); abi/ for every library with the standard's own interface. A back for one library has the
// folder that its mpi.h asks for (cmake/TopoMorphMpi.cmake). Another library needs another folder with
//   native.h   predefined handles and constants, and Fortran's handles, compiled into their callers
//   *.cpp      the functions that are declared here
// and a line in that CMake file. Internal functions of the library that the folder defines itself go into
// plugin/table/other_functions.txt.
#pragma once

#include <cstddef>

#include <mpi.h>

#include "runtime/mpi/callbacks.h"

namespace topomorph::runtime {

/// Whether the internal functions of the library that this plugin defines itself were checked against the loaded
/// version. Otherwise they only forward. Callable before MPI_Init.
bool internals_are_known();

/// Tells the library through its environment what it must know before MPI_Init. Called in every mode but off.
/// `counting`: messages may be counted.
void before_init(bool counting);

/// Removes from the environment what before_init() has put there. Called after an MPI_Init that succeeded. Local.
void after_init();

/// Whether the library itself speaks PMI-1 in MPI_Init on a descriptor that the launcher hands down. Only then may this
/// plugin speak on that descriptor: the launcher takes a process that greets it and ends without a farewell for
/// crashed.
bool speaks_pmi();

/// Receives each message that a collective operation of the library sends, once, by one of the two.
struct MessageObserver {
  /// As the arguments of the send say it. Returns false if it leaves the message to `reported`.
  bool (*sent)(MPI_Comm comm, int peer, std::size_t count, MPI_Datatype type) noexcept;
  /// As the library reports it. `process` is a rank of the real MPI_COMM_WORLD.
  void (*reported)(int process, std::size_t bytes) noexcept;
};

/// Whether the library reports the messages that its collectives send (docs/collective-model.md); `observer` then
/// receives each of them, in the thread that sends it, and lives for ever. Otherwise the model of collectives takes
/// over. Sends an empty message to this process to find out. Called once after MPI_Init, if before_init(true) was
/// called.
bool reports_messages(const MessageObserver& observer);

/// Whether MPI_COMM_TYPE_SHARED finds the processes of a host. Debian's MPICH 5.0.2 takes each process for a host of
/// its own, 4.2.1 does not.
bool knows_hosts();

/// Whether code at `caller`, which asks for the handle of a number of Fortran's, reads the rank in the communicator
/// itself, past every MPI function. It must then get the substitute of MPI_COMM_WORLD.
bool reads_rank_itself(const void* caller);

/// Whether the library itself copies the attributes of the real world to a duplicate of the substitute.
bool copies_world_attributes();

/// Copies an attribute of `from` to `to` by the application's copy callback if that callback is not written in C.
/// Returns true if this was such an attribute, with the MPI error code in `result`; false for keyvals of C, which any
/// code can copy.
bool copy_attribute_of_other_language(MPI_Comm from, MPI_Comm to, int keyval, const CommCallbacks& callbacks,
                                      int& result);

}  // namespace topomorph::runtime
