/* A heat equation on a grid of processes whose ranks are renumbered after the first steps.
 *
 *   mpicc stencil.c -o stencil $(pkg-config --cflags --libs topomorph) && mpirun -n 8 ./stencil
 *
 * As it stands, the first steps are a trial whose data are thrown away: nothing has to be moved. `./stencil move` goes
 * on with its data instead (tm_redistribute). The sum that is printed is the same for any order of the ranks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <topomorph.h>

enum { kSide = 64, kRow = kSide + 2, kCells = kRow * kRow, kTrial = 5, kSteps = 50 };
enum { kUp, kDown, kLeft, kRight, kNeighbours };

typedef struct {
  MPI_Comm comm;
  int rank, neighbour[kNeighbours];
} Place;

/* Ranks go along the rows of the grid of processes. */
static Place place_in(MPI_Comm comm) {
  Place place = {.comm = comm};
  int size, sides[2] = {0, 0};
  MPI_Comm_rank(comm, &place.rank);
  MPI_Comm_size(comm, &size);
  MPI_Dims_create(size, 2, sides);
  const int width = sides[0], column = place.rank % width, row = place.rank / width;
  place.neighbour[kUp] = row > 0 ? place.rank - width : MPI_PROC_NULL;
  place.neighbour[kDown] = row + 1 < sides[1] ? place.rank + width : MPI_PROC_NULL;
  place.neighbour[kLeft] = column > 0 ? place.rank - 1 : MPI_PROC_NULL;
  place.neighbour[kRight] = column + 1 < width ? place.rank + 1 : MPI_PROC_NULL;
  return place;
}

static double* no_heat(void) {
  double* cells = calloc(kCells, sizeof(double));
  if (!cells) MPI_Abort(MPI_COMM_WORLD, 1);
  return cells;
}

static double* first_heat(const Place* place) {
  double* cells = no_heat();
  for (int row = 1; row <= kSide; ++row) {
    for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) cells[i] = (place->rank * 7 + i) % 11;
  }
  return cells;
}

static void exchange_halos(const Place* place, double* cells, MPI_Datatype column) {
  const int* to = place->neighbour;
  double* const first = cells + kRow + 1;
  const int last = (kSide - 1) * kRow;
  MPI_Sendrecv(first, kSide, MPI_DOUBLE, to[kUp], 0, first + last + kRow, kSide, MPI_DOUBLE, to[kDown], 0, place->comm,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(first + last, kSide, MPI_DOUBLE, to[kDown], 0, first - kRow, kSide, MPI_DOUBLE, to[kUp], 0, place->comm,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(first, 1, column, to[kLeft], 0, first + kSide, 1, column, to[kRight], 0, place->comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(first + kSide - 1, 1, column, to[kRight], 0, first - 1, 1, column, to[kLeft], 0, place->comm,
               MPI_STATUS_IGNORE);
}

static void advance(const Place* place, double* cells, int steps) {
  double* next = malloc(kCells * sizeof(double));
  if (!next) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Datatype column;
  MPI_Type_vector(kSide, 1, kRow, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int step = 0; step < steps; ++step) {
    exchange_halos(place, cells, column);
    for (int i = kRow + 1; i < kCells - kRow - 1; ++i) {
      next[i] = 0.25 * (cells[i - 1] + cells[i + 1] + cells[i - kRow] + cells[i + kRow]);
    }
    for (int row = 1; row <= kSide; ++row) {
      for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) cells[i] = next[i];
    }
  }
  MPI_Type_free(&column);
  free(next);
}

/* In the order of the ranks, so that rounding is the same for any of them. */
static void print_sum(const Place* place, const double* cells) {
  double sum = 0, all[4096];
  int size;
  MPI_Comm_size(place->comm, &size);
  if (size > 4096) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int row = 1; row <= kSide; ++row) {
    for (int i = row * kRow + 1; i <= row * kRow + kSide; ++i) sum += cells[i];
  }
  MPI_Gather(&sum, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, place->comm);
  if (place->rank != 0) return;
  for (int i = 1; i < size; ++i) all[0] += all[i];
  printf("sum %.6f\n", all[0]);
}

static MPI_Comm reorder(void) {
  MPI_Comm world;
  if (tm_reorder(MPI_COMM_WORLD, &world) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
  return world;
}

/* Learns from a trial, then begins: who was rank i has another part of the grid from the start. */
static void begin_after_a_trial(void) {
  Place place = place_in(MPI_COMM_WORLD);
  double* cells = first_heat(&place);
  advance(&place, cells, kTrial);
  free(cells);

  MPI_Comm world = reorder();
  place = place_in(world);
  cells = first_heat(&place);
  advance(&place, cells, kSteps);
  print_sum(&place, cells);
  free(cells);
  MPI_Comm_free(&world);
}

/* Learns from its first steps and goes on: the part of the grid that belongs to the new rank comes from who had it. */
static void move_while_running(void) {
  Place place = place_in(MPI_COMM_WORLD);
  double* cells = first_heat(&place);
  advance(&place, cells, kTrial);

  MPI_Comm world = reorder();
  double* mine = no_heat();
  MPI_Count count;
  if (tm_redistribute(MPI_COMM_WORLD, world, cells, kCells, MPI_DOUBLE, mine, kCells, &count) != MPI_SUCCESS) {
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  free(cells);
  place = place_in(world);
  advance(&place, mine, kSteps - kTrial);
  print_sum(&place, mine);
  free(mine);
  MPI_Comm_free(&world);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1 && strcmp(argv[1], "move") == 0) {
    move_while_running();
  } else {
    begin_after_a_trial();
  }
  MPI_Finalize();
  return 0;
}
