/* A tool behind TopoMorph that keeps a record of communicators, as Score-P and others do: one that it has not seen made
 * ends the job. */
#include <mpi.h>
#include <stdio.h>

static MPI_Comm known[1000];
static int count = 0;

static int note(int result, MPI_Comm* made) {
  if (result == MPI_SUCCESS && *made != MPI_COMM_NULL) known[count++] = *made;
  return result;
}

static void look(MPI_Comm comm, const char* function) {
  for (int i = 0; i < count; ++i) {
    if (known[i] == comm) return;
  }
  fprintf(stderr, "tool: unknown communicator in %s\n", function);
  PMPI_Abort(MPI_COMM_WORLD, 9);
}

int MPI_Init(int* argc, char*** argv) {
  const int result = PMPI_Init(argc, argv);
  known[count++] = MPI_COMM_WORLD;
  known[count++] = MPI_COMM_SELF;
  return result;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* made) {
  look(comm, "MPI_Comm_split");
  return note(PMPI_Comm_split(comm, color, key, made), made);
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int reorder, MPI_Comm* made) {
  look(comm, "MPI_Cart_create");
  return note(PMPI_Cart_create(comm, ndims, dims, periods, reorder, made), made);
}

int MPI_Send(const void* buffer, int length, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  look(comm, "MPI_Send");
  return PMPI_Send(buffer, length, type, to, tag, comm);
}

int MPI_Allreduce(const void* in, void* out, int length, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  look(comm, "MPI_Allreduce");
  return PMPI_Allreduce(in, out, length, type, op, comm);
}
