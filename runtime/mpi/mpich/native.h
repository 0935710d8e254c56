// MPICH's handles. Predefined handles are numbers of mpi.h, Fortran's handles are the same numbers, and the two marks
// for weights are data of the library.
#pragma once

#include <mpi.h>

namespace topomorph::handles {

#define TOPOMORPH_HANDLE(name, type, constant, symbol) \
  inline type name() { return constant; }
#include "runtime/mpi/handles.def"
#undef TOPOMORPH_HANDLE

int* unweighted();
int* weights_empty();

inline MPI_Comm comm_of_fortran(MPI_Fint comm) { return comm; }
inline MPI_Fint fortran_of_comm(MPI_Comm comm) { return comm; }
inline MPI_Datatype type_of_fortran(MPI_Fint type) { return type; }

}  // namespace topomorph::handles
