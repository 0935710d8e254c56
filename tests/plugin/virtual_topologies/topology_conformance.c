/* Checks virtual topologies made with reorder=1: in any order, the process with rank r has the place of r and talks to
 * the neighbours of r. Runs without the plugin too.
 *
 * usage: topology_conformance reordered|kept [ORDERS]
 *
 * The first word is whether some order must have changed; ORDERS is in how many of 4 orders the processes of the world
 * are tried (4). */
#include "tests/plugin/conformance.h"

/* Absent without the plugin. */
extern int tm_reorder(MPI_Comm comm, MPI_Comm* newcomm) __attribute__((weak));

enum { kMostRanks = 64 };

static int moved = 0; /* communicators that gave this process another rank */

static void note_order(MPI_Comm old, MPI_Comm made) {
  if (made == MPI_COMM_NULL) return;
  if (rank_in(old) == 0) CHECK_EQUAL(rank_in(made), 0); /* rank 0 stays */
  if (rank_in(old) != rank_in(made)) ++moved;
  MPI_Errhandler of_old, of_made;
  MPI_Comm_get_errhandler(old, &of_old);
  MPI_Comm_get_errhandler(made, &of_made);
  CHECK(of_old == of_made);
}

/* Every rank once, on `expected` processes; the others get no communicator. */
static void check_members(MPI_Comm old, MPI_Comm made, int expected) {
  const int rank = made == MPI_COMM_NULL ? -1 : rank_in(made);
  int ranks[kMostRanks], seen[kMostRanks] = {0}, members = 0;
  MPI_Allgather(&rank, 1, MPI_INT, ranks, 1, MPI_INT, old);
  for (int i = 0; i < size_of(old); ++i) {
    if (ranks[i] < 0) continue;
    ++members;
    CHECK_EQUAL(++seen[ranks[i]], 1);
  }
  CHECK_EQUAL(members, expected);
  if (made != MPI_COMM_NULL) CHECK_EQUAL(size_of(made), expected);
}

/* Returns the rank of the cell `step` cells away in dimension d, or MPI_PROC_NULL. */
static int cell_beside(int ndims, const int* dims, const int* periods, int cell, int d, int step) {
  int stride = 1;
  for (int k = d + 1; k < ndims; ++k) stride *= dims[k];
  const int coordinate = cell / stride % dims[d], next = coordinate + step;
  if (!periods[d] && (next < 0 || next >= dims[d])) return MPI_PROC_NULL;
  return cell + ((next + dims[d]) % dims[d] - coordinate) * stride;
}

static void check_shift(MPI_Comm grid, int ndims, const int* dims, const int* periods, int d) {
  const int rank = rank_in(grid);
  int before = -7, behind = -7, got = MPI_PROC_NULL;
  MPI_Cart_shift(grid, d, 1, &before, &behind);
  CHECK_EQUAL(before, cell_beside(ndims, dims, periods, rank, d, -1));
  CHECK_EQUAL(behind, cell_beside(ndims, dims, periods, rank, d, 1));
  MPI_Sendrecv(&rank, 1, MPI_INT, behind, d, &got, 1, MPI_INT, before, d, grid, MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, before);
}

/* The rows of the last dimension have consecutive cells in their order. */
static void check_rows(MPI_Comm grid, int ndims, const int* dims) {
  MPI_Comm row;
  int remain[3] = {0, 0, 0}, cells[kMostRanks], length = dims[ndims - 1];
  const int rank = rank_in(grid);
  remain[ndims - 1] = 1;
  MPI_Cart_sub(grid, remain, &row);
  CHECK_EQUAL(size_of(row), length);
  MPI_Allgather(&rank, 1, MPI_INT, cells, 1, MPI_INT, row);
  for (int i = 0; i < length; ++i) CHECK_EQUAL(cells[i], rank - rank % length + i);
  MPI_Comm_free(&row);
}

static void check_grid(MPI_Comm grid, int ndims, const int* dims, const int* periods) {
  const int rank = rank_in(grid);
  int found_dims[3], found_periods[3], coordinates[3], again = -1, got[6];
  MPI_Cart_get(grid, ndims, found_dims, found_periods, coordinates);
  MPI_Cart_rank(grid, coordinates, &again);
  CHECK_EQUAL(again, rank);
  for (int i = 0; i < 6; ++i) got[i] = MPI_PROC_NULL;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, grid);
  for (int d = 0; d < ndims; ++d) {
    CHECK_EQUAL(found_dims[d], dims[d]);
    CHECK_EQUAL(found_periods[d], periods[d]);
    CHECK_EQUAL(got[2 * d], cell_beside(ndims, dims, periods, rank, d, -1));
    CHECK_EQUAL(got[2 * d + 1], cell_beside(ndims, dims, periods, rank, d, 1));
    check_shift(grid, ndims, dims, periods, d);
  }
  check_rows(grid, ndims, dims);
}

static void check_grids(MPI_Comm old, int cells) {
  for (int ndims = 1; ndims <= 3; ++ndims) {
    for (int periodic = 0; periodic < 2; ++periodic) {
      int dims[3] = {0, 0, 0}, mapped = -7;
      const int periods[3] = {periodic, 0, periodic};
      MPI_Comm grid;
      MPI_Dims_create(cells, ndims, dims);
      MPI_Cart_create(old, ndims, dims, periods, 1, &grid);
      check_members(old, grid, cells);
      note_order(old, grid);
      MPI_Cart_map(old, ndims, dims, periods, &mapped); /* local: cannot know more than this */
      if (rank_in(old) < cells) CHECK_EQUAL(mapped, rank_in(old));
      if (grid == MPI_COMM_NULL) continue;
      check_grid(grid, ndims, dims, periods);
      MPI_Comm_free(&grid);
    }
  }
}

/* Node r is joined with r + n/2, if n is even, and with its neighbours on a line. */
static int graph_neighbours(int node, int nodes, int* list) {
  int count = 0;
  if (node > 0) list[count++] = node - 1;
  if (nodes % 2 == 0 && nodes > 2) list[count++] = (node + nodes / 2) % nodes;
  if (node + 1 < nodes) list[count++] = node + 1;
  return count;
}

static void check_graph(MPI_Comm old, int nodes) {
  int index[kMostRanks], edges[3 * kMostRanks + 1], filled = 0, expected[3], found[3], got[3], count = -1;
  for (int node = 0; node < nodes; ++node) {
    filled += graph_neighbours(node, nodes, edges + filled);
    index[node] = filled;
  }
  MPI_Comm graph;
  MPI_Graph_create(old, nodes, index, edges, 1, &graph);
  check_members(old, graph, nodes);
  note_order(old, graph);
  if (graph == MPI_COMM_NULL) return;
  const int rank = rank_in(graph), degree = graph_neighbours(rank, nodes, expected);
  MPI_Graph_neighbors_count(graph, rank, &count);
  CHECK_EQUAL(count, degree);
  MPI_Graph_neighbors(graph, rank, 3, found);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, graph);
  for (int i = 0; i < degree; ++i) {
    CHECK_EQUAL(found[i], expected[i]);
    CHECK_EQUAL(got[i], expected[i]);
  }
  MPI_Comm_free(&graph);
}

/* A directed graph whose nodes differ in degree: r sends to r + 1 and, if even, to r + n/2. */
static int destinations_of(int node, int nodes, int* list) {
  list[0] = (node + nodes / 2) % nodes;
  list[node % 2 == 0] = (node + 1) % nodes;
  return node % 2 == 0 ? 2 : 1;
}

static int sources_of(int node, int nodes, int* list) {
  int count = 0;
  for (int source = nodes - 1; source >= 0; --source) {
    int targets[2];
    const int degree = destinations_of(source, nodes, targets);
    for (int i = 0; i < degree; ++i) {
      if (targets[i] == node) list[count++] = source;
    }
  }
  return count;
}

static int weight_of(int source, int destination) { return 1 + 100 * source + destination; }

static void fill_weights(int node, int degree, const int* list, int outgoing, int* weights) {
  for (int i = 0; i < degree; ++i) weights[i] = outgoing ? weight_of(node, list[i]) : weight_of(list[i], node);
}

/* The neighbours of this process are those of its node, `in_order` or as a set, and its data come from them. */
static void check_directed(MPI_Comm graph, int weighted, int in_order) {
  const int rank = rank_in(graph), nodes = size_of(graph);
  int in[kMostRanks], out[2], found_in[kMostRanks], in_weights[kMostRanks], found_out[2], out_weights[2];
  int got[kMostRanks], in_found = -1, out_found = -1, has_weights = -1, sum = 0;
  const int indegree = sources_of(rank, nodes, in), outdegree = destinations_of(rank, nodes, out);
  MPI_Dist_graph_neighbors_count(graph, &in_found, &out_found, &has_weights);
  CHECK_EQUAL(in_found, indegree);
  CHECK_EQUAL(out_found, outdegree);
  CHECK_EQUAL(!!has_weights, weighted);
  if (in_found != indegree || out_found != outdegree) return;
  MPI_Dist_graph_neighbors(graph, indegree, found_in, weighted ? in_weights : MPI_UNWEIGHTED, outdegree, found_out,
                           weighted ? out_weights : MPI_UNWEIGHTED);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, graph);
  for (int i = 0; i < indegree; ++i) {
    CHECK_EQUAL(got[i], found_in[i]);
    if (in_order) CHECK_EQUAL(found_in[i], in[i]);
    if (weighted) CHECK_EQUAL(in_weights[i], weight_of(found_in[i], rank));
    sum += found_in[i] - in[i];
  }
  for (int i = 0; i < outdegree; ++i) {
    if (in_order) CHECK_EQUAL(found_out[i], out[i]);
    if (weighted) CHECK_EQUAL(out_weights[i], weight_of(rank, found_out[i]));
    sum += found_out[i] - out[i];
  }
  CHECK_EQUAL(sum, 0);
}

static void check_adjacent(MPI_Comm old, int weighted) {
  const int rank = rank_in(old), nodes = size_of(old);
  int in[kMostRanks], out[2], in_weights[kMostRanks], out_weights[2];
  const int indegree = sources_of(rank, nodes, in), outdegree = destinations_of(rank, nodes, out);
  fill_weights(rank, indegree, in, 0, in_weights);
  fill_weights(rank, outdegree, out, 1, out_weights);
  MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(old, indegree, in, weighted ? in_weights : MPI_UNWEIGHTED, outdegree, out,
                                 weighted ? out_weights : MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &graph);
  check_members(old, graph, nodes);
  note_order(old, graph);
  check_directed(graph, weighted, 1);
  MPI_Comm_free(&graph);
}

/* Each process describes the node of the process after it; the last one describes two, the first none. */
static void check_described_by_others(MPI_Comm old, int weighted) {
  const int rank = rank_in(old), size = size_of(old);
  int nodes[2] = {rank - 1, size - 1}, degrees[2], targets[4], weights[4], filled = 0;
  const int first = rank == 0 && size > 1 ? 1 : 0, n = size == 1 ? 1 : rank == size - 1 ? 2 : 1 - first;
  if (size == 1) nodes[0] = 0;
  for (int i = 0; i < n; ++i) {
    degrees[i] = destinations_of(nodes[i], size, targets + filled);
    fill_weights(nodes[i], degrees[i], targets + filled, 1, weights + filled);
    filled += degrees[i];
  }
  MPI_Comm graph;
  int* const argument = !weighted ? MPI_UNWEIGHTED : filled == 0 ? MPI_WEIGHTS_EMPTY : weights;
  MPI_Dist_graph_create(old, n, nodes, degrees, targets, argument, MPI_INFO_NULL, 1, &graph);
  check_members(old, graph, size);
  note_order(old, graph);
  check_directed(graph, weighted, 0);
  MPI_Comm_free(&graph);
}

static void talk_across(MPI_Comm comm) {
  static char out[10000], in[10000];
  const int partner = (rank_in(comm) + size_of(comm) / 2) % size_of(comm);
  MPI_Sendrecv(out, sizeof out, MPI_BYTE, partner, 0, in, sizeof in, MPI_BYTE, partner, 0, comm, MPI_STATUS_IGNORE);
}

/* A topology that is attached to a communicator moves with its ranks when tm_reorder gives them a new order. */
static void check_inherited(MPI_Comm old) {
  if (tm_reorder == NULL) return;
  const int rank = rank_in(old), size = size_of(old), periods[1] = {1}, dims[1] = {size};
  int in[kMostRanks], out[2], in_weights[kMostRanks], out_weights[2];
  const int indegree = sources_of(rank, size, in), outdegree = destinations_of(rank, size, out);
  MPI_Comm grid, graph, reordered;
  talk_across(old);
  MPI_Cart_create(old, 1, dims, periods, 0, &grid);
  CHECK_EQUAL(tm_reorder(grid, &reordered), MPI_SUCCESS);
  note_order(grid, reordered);
  check_grid(reordered, 1, dims, periods);
  MPI_Comm_free(&reordered);
  MPI_Comm_free(&grid);
  fill_weights(rank, indegree, in, 0, in_weights);
  fill_weights(rank, outdegree, out, 1, out_weights);
  MPI_Dist_graph_create_adjacent(old, indegree, in, in_weights, outdegree, out, out_weights, MPI_INFO_NULL, 0, &graph);
  CHECK_EQUAL(tm_reorder(graph, &reordered), MPI_SUCCESS);
  note_order(graph, reordered);
  check_directed(reordered, 1, 1);
  MPI_Comm_free(&reordered);
  MPI_Comm_free(&graph);
}

/* Returns the processes of the world in an order that scatters them over the hosts. */
static MPI_Comm shuffled(int variant) {
  const int rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  const int keys[4] = {rank, -rank, rank % 2 * size + rank, (rank * 7 + 3) % 11};
  MPI_Comm made;
  MPI_Comm_split(MPI_COMM_WORLD, 0, keys[variant], &made);
  MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  return made;
}

/* Errors stay local: a process must get its error code without waiting for the others. */
static void check_errors(MPI_Comm comm) {
  if (rank_in(comm) != 0) return;
  const int dims[1] = {2 * size_of(comm)}, periods[1] = {0}, far[1] = {size_of(comm)}, one[1] = {1};
  MPI_Comm made = MPI_COMM_NULL;
  CHECK(MPI_Cart_create(comm, 1, dims, periods, 1, &made) != MPI_SUCCESS);
  CHECK(MPI_Cart_create(comm, -1, dims, periods, 1, &made) != MPI_SUCCESS);
  CHECK(MPI_Graph_create(comm, 2 * size_of(comm), one, one, 1, &made) != MPI_SUCCESS);
#ifdef OPEN_MPI /* MPICH 4.0.2 ends by an assertion */
  CHECK(MPI_Dist_graph_create(comm, 1, far, one, one, MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &made) != MPI_SUCCESS);
  CHECK(MPI_Dist_graph_create_adjacent(comm, 1, far, MPI_UNWEIGHTED, 0, NULL, MPI_UNWEIGHTED, MPI_INFO_NULL, 1,
                                       &made) != MPI_SUCCESS);
#else
  (void)far;
#endif
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int size = size_of(MPI_COMM_WORLD), expected = argc > 1 && strcmp(argv[1], "reordered") == 0 && size > 2;
  const int variants = argc > 2 ? atoi(argv[2]) : 4;
  for (int variant = 4 - variants; variant < 4; ++variant) {
    MPI_Comm comm = shuffled(variant);
    check_errors(comm);
    check_grids(comm, size);
    if (size > 2) check_grids(comm, size - 1);
    check_graph(comm, size);
    if (size > 2) check_graph(comm, size - 1);
    for (int weighted = 0; weighted < 2; ++weighted) {
      check_adjacent(comm, weighted);
      check_described_by_others(comm, weighted);
    }
    check_inherited(comm);
    MPI_Comm_free(&comm);
  }
  int sum = 0;
  MPI_Allreduce(&moved, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(sum > 0, expected);
  return finish();
}
