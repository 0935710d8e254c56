// Predefined MPI handles without linking MPI: handles::comm_world() and so on are those of the loaded library.
//
// Code of the plugin must not name MPI_COMM_WORLD: with Open MPI it is an address in libmpi, which would have to be
// linked. MPI_IN_PLACE, MPI_BOTTOM, MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE, MPI_ANY_SOURCE, MPI_PROC_NULL and the error
// classes are numbers in every library and are used as they are. MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY are not: use
// handles::unweighted() and handles::weights_empty().
//
// Fortran's handles: comm_of_fortran(), fortran_of_comm(), type_of_fortran().
#pragma once

#include "native.h"  // in the folder of the MPI library that the build is for
