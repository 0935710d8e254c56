/* A heat equation on a grid of processes that knows nothing of TopoMorph: the program of docs/getting-started.md.
 *
 *   mpicc -O2 -o halo halo.c && mpirun -n 16 ./halo 50
 *
 * Ranks go along the rows of the grid, and the cells of a process are a flat strip: its borders to the rows above and
 * below are long, those to its neighbours in the row are short. So a launcher that fills host after host puts the
 * long borders between the hosts. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { kWidth = 2048, kHeight = 32, kUp = 0, kDown, kLeft, kRight, kNeighbours };

static double cells[kHeight + 2][kWidth + 2], next[kHeight + 2][kWidth + 2];

static void find_neighbours(int* neighbour) {
  int size, rank, sides[2] = {0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Dims_create(size, 2, sides);
  const int width = sides[1], column = rank % width, row = rank / width;
  neighbour[kUp] = row > 0 ? rank - width : MPI_PROC_NULL;
  neighbour[kDown] = row + 1 < sides[0] ? rank + width : MPI_PROC_NULL;
  neighbour[kLeft] = column > 0 ? rank - 1 : MPI_PROC_NULL;
  neighbour[kRight] = column + 1 < width ? rank + 1 : MPI_PROC_NULL;
}

/* Sends the cells from `sent` on to one side, and takes those of the other side into the cells from `taken` on. */
static void shift(double* sent, int to, double* taken, int from, MPI_Datatype border) {
  MPI_Sendrecv(sent, 1, border, to, 0, taken, 1, border, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange(const int* neighbour, MPI_Datatype row, MPI_Datatype column) {
  shift(&cells[1][1], neighbour[kUp], &cells[kHeight + 1][1], neighbour[kDown], row);
  shift(&cells[kHeight][1], neighbour[kDown], &cells[0][1], neighbour[kUp], row);
  shift(&cells[1][1], neighbour[kLeft], &cells[1][kWidth + 1], neighbour[kRight], column);
  shift(&cells[1][kWidth], neighbour[kRight], &cells[1][0], neighbour[kLeft], column);
}

static void step(void) {
  for (int y = 1; y <= kHeight; ++y)
    for (int x = 1; x <= kWidth; ++x)
      next[y][x] = 0.25 * (cells[y - 1][x] + cells[y + 1][x] + cells[y][x - 1] + cells[y][x + 1]);
  for (int y = 1; y <= kHeight; ++y)
    for (int x = 1; x <= kWidth; ++x) cells[y][x] = next[y][x];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int steps = argc > 1 ? atoi(argv[1]) : 50;
  int neighbour[kNeighbours], rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  find_neighbours(neighbour);
  MPI_Datatype row, column;
  MPI_Type_contiguous(kWidth, MPI_DOUBLE, &row);
  MPI_Type_vector(kHeight, 1, kWidth + 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&row), MPI_Type_commit(&column);

  cells[kHeight / 2][kWidth / 2] = rank + 1; /* a hot spot in every process */
  const double start = MPI_Wtime();
  for (int i = 0; i < steps; ++i) {
    exchange(neighbour, row, column);
    step();
  }
  double heat = 0, total, seconds = MPI_Wtime() - start, slowest;
  for (int y = 1; y <= kHeight; ++y)
    for (int x = 1; x <= kWidth; ++x) heat += cells[y][x];
  MPI_Reduce(&heat, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("heat %.6f after %d steps, %.3f s\n", total, steps, slowest);
  MPI_Type_free(&row), MPI_Type_free(&column);
  MPI_Finalize();
  return 0;
}
