// Functions for the Fortran module: those of topomorph.h with Fortran's handles, which are the same integers in mpif.h,
// `use mpi` and `use mpi_f08`.
#include "plugin/api/topomorph.h"
#include "runtime/mpi/handles.h"

namespace topomorph {  // the standard's own interface has no MPI_Fint: there it is this namespace's

#pragma GCC visibility push(default)

extern "C" {

int tm_reorder_f(MPI_Fint comm, MPI_Fint* newcomm);
int tm_permutation_f(MPI_Fint newcomm, int ranks[]);
int tm_redistribute_f(MPI_Fint oldcomm, MPI_Fint newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Fint type,
                      void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount);

int tm_reorder_f(MPI_Fint comm, MPI_Fint* newcomm) {
  MPI_Comm reordered = handles::comm_null();
  const int error = tm_reorder(handles::comm_of_fortran(comm), &reordered);
  *newcomm = handles::fortran_of_comm(reordered);
  return error;
}

int tm_permutation_f(MPI_Fint newcomm, int ranks[]) { return tm_permutation(handles::comm_of_fortran(newcomm), ranks); }

int tm_redistribute_f(MPI_Fint oldcomm, MPI_Fint newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Fint type,
                      void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount) {
  return tm_redistribute(handles::comm_of_fortran(oldcomm), handles::comm_of_fortran(newcomm), sendbuf, sendcount,
                         handles::type_of_fortran(type), recvbuf, recvcapacity, recvcount);
}

}  // extern "C"

#pragma GCC visibility pop

}  // namespace topomorph
