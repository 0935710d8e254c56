// Predefined MPI handles without linking MPI: handles::comm_world() and so on are the real library's.
//
// Naming MPI_COMM_WORLD would tie this library to the MPI library where it is an address in it (Open MPI).
// MPI_IN_PLACE, MPI_BOTTOM, MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE, MPI_ANY_SOURCE, MPI_PROC_NULL and the error classes
// are numbers everywhere: use them as they are. MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY are not: unweighted(),
// weights_empty().
//
// Fortran's handles: comm_of_fortran(), fortran_of_comm(), type_of_fortran().
#pragma once

#include "native.h"  // of the MPI library we are built for: plugin/implementation
