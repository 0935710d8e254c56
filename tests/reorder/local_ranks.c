/* A program for tests of local ranks: talks half the job away, then prints for each process of the launcher's its local
 * rank as the launcher numbers it and as a program asks for it, MPI_Comm_split_type on MPI_COMM_WORLD. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef FOR_GPUS
/* What nvcc puts into a program with code for GPUs. */
__attribute__((section(".nv_fatbin"), used)) static const char code[] = "code";
#endif

enum { kBytes = 100000, kRounds = 10 };

static char out[kBytes], in[kBytes];

static int number_in(const char* of_open_mpi, const char* of_others) {
  const char* number = getenv(of_open_mpi);
  if (number == NULL) number = getenv(of_others);
  return number == NULL ? -1 : atoi(number);
}

static int local_rank(void) {
  MPI_Comm host;
  int rank = -1;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &rank);
  MPI_Comm_free(&host);
  return rank;
}

int main(int argc, char** argv) {
  int rank, size, numbers[4], all[4 * 256];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 256) MPI_Abort(MPI_COMM_WORLD, 1);
  const int partner = (rank + size / 2) % size;
  for (int round = 0; round < kRounds; ++round) {
    MPI_Sendrecv(out, kBytes, MPI_BYTE, partner, 0, in, kBytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  }
  numbers[0] = number_in("OMPI_COMM_WORLD_RANK", "PMI_RANK");
  numbers[1] = number_in("OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID");
  numbers[2] = local_rank();
  numbers[3] = rank;
  MPI_Gather(numbers, 4, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; ++i) {
    const int* of = all + 4 * i;
    printf("process %d local %d asked %d rank %d\n", of[0], of[1], of[2], of[3]);
  }
  MPI_Finalize();
  return 0;
}
