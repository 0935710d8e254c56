// What must be known of an MPI library beyond the standard: the questions, which a folder for each library answers.
//
// open_mpi/ and mpich/ (with what descends from it and has its mpi.h: Intel MPI, MVAPICH, Cray). The build takes the
// folder that mpi.h asks for (cmake/TopoMorphImplementation.cmake). A third library is a third folder with
//   files.cmake   which files go into which part of the library
//   native.h      predefined handles and constants, Fortran's handles (compiled into the callers)
//   the functions declared here
// and a line in that CMake file; names that it stands in front of go into plugin/exports.map.
#pragma once

#include <mpi.h>

#include "plugin/world/callbacks.h"

namespace topomorph::implementation {

/// Whether the MPI library of this process is of this kind. In a job of another one nothing may be done: handles would
/// be nonsense. Callable before MPI_Init.
bool is_loaded();

/// Whether internal functions of the library that we stand in front of were checked against the version of it that is
/// loaded; else they are passed on as they come. Callable before MPI_Init.
bool internals_are_known();

/// Before MPI_Init, in any mode but off: what the library must be told then, through its environment. `counting`:
/// messages may be counted.
void before_init(bool counting);

/// After an MPI_Init that succeeded, where before_init() was called: takes it out of the environment again. Local.
void after_init();

/// Whether the library itself speaks PMI-1 in MPI_Init on a descriptor that the launcher hands down: only then may this
/// library speak on it, since the launcher takes who has greeted it and ends without a farewell for crashed.
bool speaks_pmi();

/// After MPI_Init, if before_init(true) was called: whether the library tells which messages its collectives send
/// (docs/collective-model.md); the model takes over where not. Sends itself an empty message to find out.
bool reports_messages();

/// Whether the library copies the real world's attributes to a duplicate of the substitute by itself.
bool copies_world_attributes();

/// Copies an attribute of `from` to `to` by the application's copy callback, where that is not C's. True if it was
/// this library's to do (`result`: the error code); false for keyvals of C, which anybody can copy.
bool copy_attribute_of_other_language(MPI_Comm from, MPI_Comm to, int keyval, const world::CommCallbacks& callbacks,
                                      int& result);

}  // namespace topomorph::implementation
