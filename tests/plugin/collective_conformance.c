/* Collectives, blocking and not, use the new ranks for roots, for the order of data and for prefixes. */
/* clang-format off */
#include "conformance.h"

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* an extension there */
#include <mpi-ext.h>
#define PERSISTENT(name) MPIX_##name##_init
enum { kStarts = 2 };
#else
#define PERSISTENT(name) MPI_##name##_init
#ifdef MPICH_VERSION
enum { kStarts = 1 }; /* MPICH 4.0.2 fails in the second start of MPI_Scatter_init's */
#else
enum { kStarts = 2 };
#endif
#endif
/* clang-format on */

enum { kMost = 16 };
static int rank, size;
static int ones[kMost], starts[kMost]; /* one element of each rank */
static MPI_Datatype ints[kMost];
static int byte_starts[kMost];

/* Returns what rank r sends to rank q. */
static int value(int r, int q) { return 100 * r + q; }

static void fill(int* out) {
  for (int q = 0; q < size; ++q) out[q] = value(rank, q);
}

static void check_from_all(const int* in, const char* what) {
  for (int r = 0; r < size; ++r) check_equal(in[r], value(r, rank), what, __FILE__, __LINE__);
}

static void check_ranks(const int* in, const char* what) {
  for (int r = 0; r < size; ++r) check_equal(in[r], r, what, __FILE__, __LINE__);
}

static int sum_below(int n) { return n * (n - 1) / 2; }
static int sum_to(int q) { return 100 * sum_below(size) + q * size; } /* of value(r, q) over r */

/* Makes each call in three ways: blocking, nonblocking, persistent (started kStarts times). */
enum Way { kBlocking, kNonblocking, kPersistent, kWays };
static enum Way way;
static MPI_Request request;

static void complete(void) {
  if (way == kNonblocking) MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (way != kPersistent) return;
  for (int round = 0; round < kStarts; ++round) {
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Request_free(&request);
}

#define CALL(name, nonblocking, ...)                                                \
  do {                                                                              \
    if (way == kBlocking) MPI_##name(__VA_ARGS__);                                  \
    if (way == kNonblocking) MPI_I##nonblocking(__VA_ARGS__, &request);             \
    if (way == kPersistent) PERSISTENT(name)(__VA_ARGS__, MPI_INFO_NULL, &request); \
    complete();                                                                     \
  } while (0)

static void rooted(int root) {
  int in[kMost], out[kMost], got = rank == root ? value(root, root) : -1;
  const int mine = rank;
  CALL(Bcast, bcast, &got, 1, MPI_INT, root, MPI_COMM_WORLD);
  CHECK_EQUAL(got, value(root, root));
  CALL(Gather, gather, &mine, 1, MPI_INT, in, 1, MPI_INT, root, MPI_COMM_WORLD);
  if (rank == root) check_ranks(in, "Gather");
  memset(in, -1, sizeof in);
  CALL(Gatherv, gatherv, &mine, 1, MPI_INT, in, ones, starts, MPI_INT, root, MPI_COMM_WORLD);
  if (rank == root) check_ranks(in, "Gatherv");
  fill(out);
  CALL(Scatter, scatter, out, 1, MPI_INT, &got, 1, MPI_INT, root, MPI_COMM_WORLD);
  CHECK_EQUAL(got, value(root, rank));
  CALL(Scatterv, scatterv, out, ones, starts, MPI_INT, &got, 1, MPI_INT, root, MPI_COMM_WORLD);
  CHECK_EQUAL(got, value(root, rank));
  CALL(Reduce, reduce, &mine, &got, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  if (rank == root) CHECK_EQUAL(got, sum_below(size));
}

static void all_to_all(void) {
  int in[kMost], out[kMost];
  const int mine = rank;
  fill(out);
  CALL(Allgather, allgather, &mine, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  check_ranks(in, "Allgather");
  memset(in, -1, sizeof in);
  CALL(Allgatherv, allgatherv, &mine, 1, MPI_INT, in, ones, starts, MPI_INT, MPI_COMM_WORLD);
  check_ranks(in, "Allgatherv");
  CALL(Alltoall, alltoall, out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD);
  check_from_all(in, "Alltoall");
  memset(in, -1, sizeof in);
  CALL(Alltoallv, alltoallv, out, ones, starts, MPI_INT, in, ones, starts, MPI_INT, MPI_COMM_WORLD);
  check_from_all(in, "Alltoallv");
  memset(in, -1, sizeof in);
  CALL(Alltoallw, alltoallw, out, ones, byte_starts, ints, in, ones, byte_starts, ints, MPI_COMM_WORLD);
  check_from_all(in, "Alltoallw");
}

static void reductions(void) {
  int out[kMost], got = -1, before = 0;
  const int mine = rank;
  fill(out);
  CALL(Allreduce, allreduce, &mine, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(got, sum_below(size));
  CALL(Reduce_scatter, reduce_scatter, out, &got, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(got, sum_to(rank));
  CALL(Reduce_scatter_block, reduce_scatter_block, out, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(got, sum_to(rank));
  CALL(Scan, scan, &mine, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(got, sum_below(rank + 1));
  CALL(Exscan, exscan, &mine, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank > 0) CHECK_EQUAL(before, sum_below(rank));
}

static void in_place(void) {
  int all[kMost], mine = rank;
  memset(all, -1, sizeof all);
  all[rank] = rank;
  CALL(Allgather, allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD);
  check_ranks(all, "Allgather in place");
  if (way == kPersistent) return; /* a second start would add the sum again */
  CALL(Allreduce, allreduce, MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(mine, sum_below(size));
}

static void barrier(void) {
  if (way == kBlocking) MPI_Barrier(MPI_COMM_WORLD);
  if (way == kNonblocking) MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (way == kPersistent) PERSISTENT(Barrier)(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  complete();
}

/* On a ring: from the left, then from the right. */
static void neighbours(void) {
  const int left = (rank + size - 1) % size, right = (rank + 1) % size, periods[1] = {1}, two[2] = {1, 1};
  const int places[2] = {0, 1};
  const MPI_Aint bytes[2] = {0, sizeof(int)};
  const MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  const int mine = rank, out[2] = {value(rank, left), value(rank, right)};
  int in[2];
  MPI_Comm ring;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, periods, 0, &ring);
  CALL(Neighbor_allgather, neighbor_allgather, &mine, 1, MPI_INT, in, 1, MPI_INT, ring);
  CHECK(in[0] == left && in[1] == right);
  in[0] = in[1] = -1;
  CALL(Neighbor_allgatherv, neighbor_allgatherv, &mine, 1, MPI_INT, in, two, places, MPI_INT, ring);
  CHECK(in[0] == left && in[1] == right);
  if (size > 2) { /* with two ranks both neighbours are one, and MPI 3.1 leaves open whose message is whose */
    CALL(Neighbor_alltoall, neighbor_alltoall, out, 1, MPI_INT, in, 1, MPI_INT, ring);
    CHECK(in[0] == value(left, rank) && in[1] == value(right, rank));
    CALL(Neighbor_alltoallv, neighbor_alltoallv, out, two, places, MPI_INT, in, two, places, MPI_INT, ring);
    CHECK(in[0] == value(left, rank) && in[1] == value(right, rank));
    CALL(Neighbor_alltoallw, neighbor_alltoallw, out, two, bytes, types, in, two, bytes, types, ring);
    CHECK(in[0] == value(left, rank) && in[1] == value(right, rank));
  }
  MPI_Comm_free(&ring);
}

static void prepare(void) {
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  for (int r = 0; r < size; ++r) {
    ones[r] = 1;
    starts[r] = r;
    ints[r] = MPI_INT;
    byte_starts[r] = r * (int)sizeof(int);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  prepare();
  for (way = kBlocking; way < kWays; ++way) {
    for (int root = 0; root < size; ++root) rooted(root);
    all_to_all();
    reductions();
    in_place();
    barrier();
    neighbours();
  }
  int sum = -1;
  MPI_Reduce_local(&rank, &(int){1}, 1, MPI_INT, MPI_SUM);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  CHECK_EQUAL(sum, size - 1);
  return finish();
}
