/* Every communicator, window, file or intercommunicator made from MPI_COMM_WORLD starts from the new order. */
#include <unistd.h>

#include "conformance.h"

static int rank, size;

static void splits(void) {
  MPI_Comm made;
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &made);
  check_world_order(made, 0, 1);
  MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &made);
  check_world_order(made, size - 1, -1);
  MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &made);
  check_world_order(made, rank % 2, 2);
  MPI_Comm_free(&made);
  MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, rank, &made);
  CHECK(made == MPI_COMM_NULL);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &made);
  check_world_order(made, 0, 1); /* the tests run on one host */
  MPI_Comm_free(&made);
}

static void creations_from_groups(void) {
  MPI_Group world, all_reversed;
  MPI_Comm made;
  int range[1][3] = {{size - 1, 0, -1}};
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, range, &all_reversed);
  MPI_Comm_create(MPI_COMM_WORLD, world, &made);
  check_world_order(made, 0, 1);
  MPI_Comm_free(&made);
  MPI_Comm_create(MPI_COMM_WORLD, all_reversed, &made);
  check_world_order(made, size - 1, -1);
  MPI_Comm_free(&made);
  MPI_Comm_create_group(MPI_COMM_WORLD, all_reversed, 3, &made);
  check_world_order(made, size - 1, -1);
  MPI_Comm_free(&made);
  MPI_Group_free(&all_reversed);
  MPI_Group_free(&world);
}

static void cartesian_grids(void) {
  MPI_Comm grid, row;
  int dims[1] = {size}, periods[1] = {1}, remain[1] = {1}, coordinate = -1, left = -1, right = -1, mapped = -1;
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
  check_world_order(grid, 0, 1);
  MPI_Cart_coords(grid, rank, 1, &coordinate);
  CHECK_EQUAL(coordinate, rank);
  MPI_Cart_shift(grid, 0, 1, &left, &right);
  CHECK_EQUAL(right, (rank + 1) % size);
  int got[2] = {-1, -1};
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid);
  CHECK_EQUAL(got[0], left);
  CHECK_EQUAL(got[1], right);
  int found_dims[1] = {0}, found_periods[1] = {0}, found = -1;
  MPI_Dims_create(size, 1, found_dims);
  CHECK_EQUAL(found_dims[0], size);
  MPI_Cart_get(grid, 1, found_dims, found_periods, &found);
  CHECK(found_dims[0] == size && found_periods[0] == 1 && found == rank);
  MPI_Cart_rank(grid, &rank, &found);
  CHECK_EQUAL(found, rank);
  MPI_Cartdim_get(grid, &mapped);
  CHECK_EQUAL(mapped, 1);
  MPI_Cart_sub(grid, remain, &row);
  check_world_order(row, 0, 1);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  MPI_Cart_map(MPI_COMM_WORLD, 1, dims, periods, &mapped);
  CHECK_EQUAL(mapped, rank);
  MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &grid); /* whatever the order: everybody is in it once */
  int sum = 0, mine = rank_in(grid);
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(sum, size * (size - 1) / 2);
  MPI_Comm_free(&grid);
}

static void check_ring(MPI_Comm graph) {
  int got = -1;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, &got, 1, MPI_INT, graph);
  CHECK_EQUAL(got, (rank + size - 1) % size);
}

/* reorder=1 is never passed to Open MPI, whose reordering can end the job. The ranks stay here, so the ring must stay
 * too. */
static void distributed_graphs(void) {
  MPI_Comm graph;
  int source = (rank + size - 1) % size, target = (rank + 1) % size, one = 1;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &target, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                 0, &graph);
  check_world_order(graph, 0, 1);
  check_ring(graph);
  int in = -1, out = -1, weighted = -1;
  MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
  CHECK(in == 1 && out == 1 && weighted == 0);
  MPI_Dist_graph_neighbors(graph, 1, &in, &weighted, 1, &out, &weighted);
  CHECK(in == source && out == target);
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &one, &target, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  check_world_order(graph, 0, 1);
  check_ring(graph);
  MPI_Comm_free(&graph);
}

/* A ring in the form of MPI_Graph_create: every process passes the whole of it. */
static void graphs(void) {
  int index[64], edges[64], nodes = 0, count = 0, mapped = -1, found[64], targets[64];
  MPI_Comm graph;
  for (int r = 0; r < size; ++r) index[r] = r + 1, edges[r] = (r + 1) % size;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
  check_world_order(graph, 0, 1);
  MPI_Graphdims_get(graph, &nodes, &count);
  CHECK(nodes == size && count == size);
  MPI_Graph_get(graph, size, size, found, targets);
  CHECK_EQUAL(targets[rank], (rank + 1) % size);
  MPI_Graph_neighbors_count(graph, rank, &count);
  MPI_Graph_neighbors(graph, rank, 1, targets);
  CHECK(count == 1 && targets[0] == (rank + 1) % size);
  MPI_Comm_free(&graph);
  MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &mapped);
  CHECK_EQUAL(mapped, rank);
}

static void intercommunicators(void) {
  if (size < 2) return;
  MPI_Comm half, inter, merged;
  const int low = rank < size / 2;
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? size / 2 : 0, 9, &inter);
  int remote = -1, bit = -1;
  MPI_Comm_remote_size(inter, &remote);
  CHECK_EQUAL(remote, low ? size - size / 2 : size / 2);
  MPI_Group others, world;
  MPI_Comm_remote_group(inter, &others);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int zero = 0, first = -1;
  MPI_Group_translate_ranks(others, 1, &zero, world, &first);
  CHECK_EQUAL(first, low ? size / 2 : 0);
  MPI_Group_free(&world);
  MPI_Group_free(&others);
  MPI_Comm_test_inter(inter, &bit);
  CHECK_EQUAL(bit, 1);
  MPI_Intercomm_merge(inter, !low, &merged);
  check_world_order(merged, 0, 1);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

static void windows(void) {
  MPI_Win win;
  int *memory = NULL, got = -1;
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = rank;
  MPI_Win_fence(0, win);
  MPI_Get(&got, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(got, (rank + 1) % size);
  MPI_Win_free(&win);
  MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Aint bytes;
  int unit, *other = NULL;
  *memory = rank;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_shared_query(win, size - 1, &bytes, &unit, &other);
  CHECK_EQUAL(*other, size - 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
}

static void files(void) {
  char name[64] = "";
  if (rank == 0) snprintf(name, sizeof name, "conformance.%ld.tmp", (long)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_File file;
  int got = -1;
  CHECK_EQUAL(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                            MPI_INFO_NULL, &file),
              MPI_SUCCESS);
  MPI_File_write_ordered(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE); /* in rank order */
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(file, (MPI_Offset)(sizeof(int) * (size_t)rank), &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, rank);
  MPI_File_close(&file);
}

static void packing(void) {
  int bytes = 0, position = 0, got = -1;
  char buffer[64];
  MPI_Pack_size(1, MPI_INT, MPI_COMM_WORLD, &bytes);
  CHECK_EQUAL(bytes, sizeof(int));
  MPI_Pack(&rank, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  position = 0;
  MPI_Unpack(buffer, sizeof buffer, &position, &got, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK_EQUAL(got, rank);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  splits();
  creations_from_groups();
  cartesian_grids();
  distributed_graphs();
  graphs();
  intercommunicators();
  windows();
  files();
  packing();
  return finish();
}
