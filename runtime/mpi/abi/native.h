// The handles of the standard's own binary interface (MPI 5.0, chapter 20): predefined handles are fixed numbers in the
// type of a pointer, Fortran's handles are the library's numbers.
#pragma once

#include <mpi.h>

#include "runtime/mpi/real_mpi.h"

namespace topomorph::handles {

#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return constant; }
#include "runtime/mpi/handles.def"
#undef TOPOMORPH_HANDLE

inline int* unweighted() { return MPI_UNWEIGHTED; }
inline int* weights_empty() { return MPI_WEIGHTS_EMPTY; }

inline MPI_Comm comm_of_fortran(MPI_Fint comm) { return real::Comm_fromint(comm); }
inline MPI_Fint fortran_of_comm(MPI_Comm comm) { return real::Comm_toint(comm); }
inline MPI_Datatype type_of_fortran(MPI_Fint type) { return real::Type_fromint(type); }

}  // namespace topomorph::handles
