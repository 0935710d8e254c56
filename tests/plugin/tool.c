/* Another PMPI tool, to be preloaded before or after the plugin: counts MPI_Send and asks for its rank as tools do.
 * Reports at the end. */
#include <mpi.h>
#include <stdio.h>

#include "../launchers/launched.h"

static long sends = 0;

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int destination, int tag, MPI_Comm comm) {
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ++sends;
  return PMPI_Send(buffer, count, type, destination, tag, comm);
}

int MPI_Finalize(void) {
  fprintf(stderr, "tool saw %ld sends in process %s\n", sends, launched_rank());
  return PMPI_Finalize();
}
