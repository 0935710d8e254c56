/* Checks that the same pattern on the same processes starts the engine once and has the same result; another pattern,
 * other members or another order start it again. For 8 ranks with a topology of 2 x 4; FILE has one line for each start
 * (counting_engine).
 *
 * usage: repeated_topologies FILE known|failed */
#include "tests/plugin/conformance.h"

static const char* counted;

static int starts(MPI_Comm comm) {
  int lines = 0;
  MPI_Barrier(comm);
  if (rank_in(comm) == 0) {
    FILE* file = fopen(counted, "r");
    for (int c; file != NULL && (c = fgetc(file)) != EOF;) lines += c == '\n';
    if (file != NULL) fclose(file);
  }
  MPI_Bcast(&lines, 1, MPI_INT, 0, comm);
  return lines;
}

/* Returns the rank in an n-by-m grid, periodic in the second dimension or not. */
static int rank_in_grid(MPI_Comm comm, int n, int m, int periodic) {
  const int dims[2] = {n, m}, periods[2] = {0, periodic};
  MPI_Comm grid;
  MPI_Cart_create(comm, 2, dims, periods, 1, &grid);
  const int rank = rank_in(grid);
  MPI_Comm_free(&grid);
  return rank;
}

/* Returns the rank in a graph in which each rank talks to the one half of all further on, or with `only` also to one on
 * the last rank's side. */
static int rank_in_graph(MPI_Comm comm, int heavy) {
  const int size = size_of(comm), rank = rank_in(comm);
  const int to = (rank + size / 2) % size, weight = rank == size - 1 ? heavy : 1;
  const int from = to, back = from == size - 1 ? heavy : 1;
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 1, &from, &back, 1, &to, &weight, MPI_INFO_NULL, 1, &graph);
  const int found = rank_in(graph);
  MPI_Comm_free(&graph);
  return found;
}

static void expect_starts(MPI_Comm comm, int before, int expected) { CHECK_EQUAL(starts(comm) - before, expected); }

static void grids(MPI_Comm comm) {
  const int before = starts(comm);
  const int first = rank_in_grid(comm, 4, 2, 0);
  expect_starts(comm, before, 1);
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(rank_in_grid(comm, 4, 2, 0), first);
  expect_starts(comm, before, 1);
  rank_in_grid(comm, 2, 4, 0); /* other dimensions */
  expect_starts(comm, before, 2);
  rank_in_grid(comm, 4, 2, 1); /* periodic, which stands in rank 0's part alone */
  expect_starts(comm, before, 3);
  CHECK_EQUAL(rank_in_grid(comm, 4, 2, 0), first);
  expect_starts(comm, before, 3);
}

/* Only one process describes something else than before. */
static void graphs(MPI_Comm comm) {
  const int before = starts(comm);
  const int light = rank_in_graph(comm, 1);
  CHECK_EQUAL(rank_in_graph(comm, 1), light);
  expect_starts(comm, before, 1);
  const int heavy = rank_in_graph(comm, 5);
  CHECK_EQUAL(rank_in_graph(comm, 5), heavy);
  expect_starts(comm, before, 2);
}

static void others(MPI_Comm comm) {
  MPI_Comm same, reversed, half;
  const int before = starts(comm), rank = rank_in(comm);
  MPI_Comm_dup(comm, &same);
  MPI_Comm_split(comm, 0, -rank, &reversed);
  MPI_Comm_split(comm, rank % 2, rank, &half);
  rank_in_grid(same, 4, 2, 0); /* the same processes in the same order */
  expect_starts(comm, before, 0);
  rank_in_grid(reversed, 4, 2, 0);
  expect_starts(comm, before, 1);
  rank_in_grid(half, 2, 2, 0); /* two halves, each its own */
  expect_starts(comm, before, 3);
  MPI_Comm_free(&half);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&same);
}

/* Open MPI's own reordering sometimes hangs when it is asked not to reorder (4.1.4): it is not even loaded. */
static void check_that_treematch_is_out(void) {
  char line[1024];
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) CHECK(strstr(line, "treematch") == NULL);
  if (maps != NULL) fclose(maps);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  counted = argc > 2 ? argv[1] : "";
  const int fails = argc > 2 && strcmp(argv[2], "failed") == 0;
  if (fails) { /* an engine that fails is not asked for the same again */
    const int before = starts(MPI_COMM_WORLD), rank = rank_in(MPI_COMM_WORLD);
    for (int i = 0; i < 3; ++i) CHECK_EQUAL(rank_in_grid(MPI_COMM_WORLD, 4, 2, 0), rank);
    expect_starts(MPI_COMM_WORLD, before, 1);
    return finish();
  }
  grids(MPI_COMM_WORLD);
  graphs(MPI_COMM_WORLD);
  others(MPI_COMM_WORLD);
  check_that_treematch_is_out();
  return finish();
}
