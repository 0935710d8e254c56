// What the Fortran module calls: the functions of topomorph.h with Fortran's handles, which are the same integers in
// all its interfaces.
#include "plugin/api/topomorph.h"
#include "plugin/interception/handles.h"
#include "real_mpi.h"

using topomorph::handles::comm_null;
namespace real = topomorph::real;

#pragma GCC visibility push(default)

extern "C" {

int tm_reorder_f(MPI_Fint comm, MPI_Fint* newcomm);
int tm_permutation_f(MPI_Fint newcomm, int ranks[]);
int tm_redistribute_f(MPI_Fint oldcomm, MPI_Fint newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Fint type,
                      void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount);

int tm_reorder_f(MPI_Fint comm, MPI_Fint* newcomm) {
  MPI_Comm reordered = comm_null();
  const int error = tm_reorder(real::Comm_f2c(comm), &reordered);
  *newcomm = real::Comm_c2f(reordered);
  return error;
}

int tm_permutation_f(MPI_Fint newcomm, int ranks[]) { return tm_permutation(real::Comm_f2c(newcomm), ranks); }

int tm_redistribute_f(MPI_Fint oldcomm, MPI_Fint newcomm, const void* sendbuf, MPI_Count sendcount, MPI_Fint type,
                      void* recvbuf, MPI_Count recvcapacity, MPI_Count* recvcount) {
  return tm_redistribute(real::Comm_f2c(oldcomm), real::Comm_f2c(newcomm), sendbuf, sendcount, real::Type_f2c(type),
                         recvbuf, recvcapacity, recvcount);
}

}  // extern "C"

#pragma GCC visibility pop
