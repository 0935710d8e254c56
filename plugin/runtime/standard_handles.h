// What libraries have alike whose handles are pointers: Fortran's handles are the library's own, and the two marks for
// weights are numbers of mpi.h. A part of native.h.
#pragma once

#include <mpi.h>

#include "plugin/runtime/real_mpi.h"

namespace topomorph::handles {

inline int* unweighted() { return MPI_UNWEIGHTED; }
inline int* weights_empty() { return MPI_WEIGHTS_EMPTY; }

inline MPI_Comm comm_of_fortran(MPI_Fint comm) { return real::Comm_f2c(comm); }
inline MPI_Fint fortran_of_comm(MPI_Comm comm) { return real::Comm_c2f(comm); }
inline MPI_Datatype type_of_fortran(MPI_Fint type) { return real::Type_f2c(type); }

}  // namespace topomorph::handles
