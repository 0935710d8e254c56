// Finds functions and data behind this library: of another tool, or of the MPI library, in whatever scope the process
// has loaded it.
#pragma once

#include <link.h>

namespace topomorph::front {

/// Returns the library that contains this code.
const link_map* own_library();

/// Whether `address` is in the library that contains this code; false for null.
bool is_in_this_library(const void* address);

/// Returns the next function of that name after this library in the scope of the process; null if there is none.
void* find_in_scope(const char* symbol);

/// The same, else in the MPI library.
void* find_function(const char* symbol);

/// Returns the function of that name in one library; null if it has none.
void* find_function_in(const link_map& library, const char* symbol);

/// As find_function(), else in any library that the process has loaded privately: a module of the MPI library, or an
/// MPI library that is not known.
void* find_anywhere(const char* symbol);

/// Returns the address of a datum of the MPI library (ompi_mpi_comm_world); null if there is none.
void* find_datum(const char* symbol);

}  // namespace topomorph::front
