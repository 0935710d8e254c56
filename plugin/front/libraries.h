// The MPI libraries of this process: the one that its back serves, and the others that it may have loaded privately.
//
// Where an MPI library is in the scope of the whole process, every call of MPI means that one. Where there is none,
// each plugin or extension module means the library that it was linked to (RTLD_LOCAL), and there can be several.
#pragma once

#include "runtime/loading/mpi_library.h"

namespace topomorph::front {

/// Returns the library that the process's back serves; before there is a back, the one that it would serve now.
loading::MpiLibrary mpi_library();

/// Returns the library that a call from the code at `caller` means. None: that code does not say.
loading::MpiLibrary library_of_caller(const void* caller);

/// From now on mpi_library() returns this one.
void choose(const loading::MpiLibrary& library);

/// Whether callers can mean other libraries than the chosen one. Looks again only after something was loaded.
bool are_several();

/// Whether `address` is in an MPI library that is not the chosen one.
bool is_in_other_library(const void* address);

}  // namespace topomorph::front
