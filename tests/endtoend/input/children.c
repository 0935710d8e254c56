/* What a program that an MPI process starts finds in its environment, and whether the process's own is back after MPI_Finalize. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is(const char* before, const char* now) { return before == NULL || now == NULL ? before == now : strcmp(before, now) == 0; }

int main(int argc, char** argv) {
  const char* variable = getenv("LD_PRELOAD");
  char* before = variable == NULL ? NULL : strdup(variable);
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = rank == 0 ? system("echo \"preload [$LD_PRELOAD]\"; env | grep -e ^OMPI_MCA_topo -e ^OMPI_MCA_pml_mon; true") : 0;
  if (argc > 1) setenv("LD_PRELOAD", argv[1], 1);
  MPI_Finalize();
  printf("after %d\n", is(argc > 1 ? argv[1] : before, getenv("LD_PRELOAD")));
  free(before);
  return status == 0 ? 0 : 3;
}
