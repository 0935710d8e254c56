/* A part of an MPI library newer than ours: with -DKNOWN MPI_Isendrecv of MPI 4, else a function that no standard has.
 *
 * The first says which communicator came, in the request. Preloaded in front of the MPI library, whose soname it has
 * (TopoMorph looks at the first library with that name that has MPI_Init, which must be the newer one). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>

#ifdef KNOWN
int PMPI_Isendrecv(const void* out, int count, MPI_Datatype type, int to, int tag, void* in, int room, MPI_Datatype of,
                   int from, int with, MPI_Comm comm, MPI_Request* request) {
  (void)out, (void)count, (void)type, (void)to, (void)tag, (void)room, (void)of, (void)from, (void)with;
  *(int*)in = comm == MPI_COMM_WORLD;
  *request = MPI_REQUEST_NULL;
  return MPI_SUCCESS;
}
__attribute__((alias("PMPI_Isendrecv"))) int MPI_Isendrecv(const void* out, int count, MPI_Datatype type, int to, int tag,
                                                           void* in, int room, MPI_Datatype of, int from, int with,
                                                           MPI_Comm comm, MPI_Request* request);
#else
int MPI_Newfunction(MPI_Comm comm);
int MPI_Newfunction(MPI_Comm comm) { return comm == MPI_COMM_NULL; }

/* The rest is in the MPI library behind. */
int PMPI_Init(int* count, char*** words) {
  int (*next)(int*, char***);
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Init");
  if (next == NULL) abort();
  return next(count, words);
}
__attribute__((alias("PMPI_Init"))) int MPI_Init(int* count, char*** words);
#endif
