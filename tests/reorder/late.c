/* Preloaded after TopoMorph: an MPI library in which process 1 comes LATE_SECONDS late to the plugin's second
 * reduction. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

int PMPI_Iallreduce(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                    MPI_Request* request) {
  static int calls = 0;
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  const char* seconds = getenv("LATE_SECONDS");
  if (++calls == 2 && rank == 1 && seconds != NULL) sleep((unsigned)atoi(seconds));
  int (*next)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*) = NULL;
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Iallreduce");
  return next(in, out, count, type, op, comm, request);
}
