// Makes every collective operation once, each in a phase of its own; collectives_test.py states what they send with 4
// ranks.
//
// usage: monitored_collectives [THREADS]: so many threads at the same time, in the same phase, each with a duplicate of
// the world.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5 /* an extension there */
#include <mpi-ext.h>
#define BCAST_INIT MPIX_Bcast_init
#else
#define BCAST_INIT MPI_Bcast_init
#endif
#include <stddef.h>

enum { kSpace = 4096, kMost = 64 };

/* Not linked: present if the library is preloaded. */
int tm_phase(const char* name) __attribute__((weak));

static int rank, size;
static _Thread_local MPI_Comm world;
static _Thread_local double out[kSpace], in[kSpace];
static _Thread_local int counts[kMost], displacements[kMost], byte_displacements[kMost];
static _Thread_local MPI_Aint far_displacements[kMost];
static _Thread_local MPI_Datatype types[kMost];

static int threads;
static pthread_barrier_t together;

/// A phase belongs to the process: no thread makes a call while one of them begins a phase.
static void enter(const char* phase) {
  const int first = threads == 0 || pthread_barrier_wait(&together) == PTHREAD_BARRIER_SERIAL_THREAD;
  if (first && tm_phase) tm_phase(phase);
  if (threads > 0) pthread_barrier_wait(&together);
}

#define PHASE(name, call) (enter(name), (call), enter("between"))

static void finish(MPI_Request* request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

#define LATER(name, call) (enter(name), (call), finish(&request), enter("between"))

static void rooted(void) {
  PHASE("bcast", MPI_Bcast(out, 1000, MPI_BYTE, 1, world));
  PHASE("reduce", MPI_Reduce(out, in, 10, MPI_DOUBLE, MPI_SUM, 2, world));
  PHASE("gather", MPI_Gather(out, 3, MPI_DOUBLE, in, 3, MPI_DOUBLE, 0, world));
  PHASE("scatter", MPI_Scatter(out, 3, MPI_DOUBLE, in, 3, MPI_DOUBLE, 0, world));
  PHASE("gatherv", MPI_Gatherv(out, rank + 1, MPI_DOUBLE, in, counts, displacements, MPI_DOUBLE, 3, world));
  PHASE("scatterv", MPI_Scatterv(out, counts, displacements, MPI_DOUBLE, in, rank + 1, MPI_DOUBLE, 0, world));
}

static void all_to_all(void) {
  PHASE("barrier", MPI_Barrier(world));
  PHASE("allreduce", MPI_Allreduce(out, in, 10, MPI_DOUBLE, MPI_SUM, world));
  PHASE("allreduce in place", MPI_Allreduce(MPI_IN_PLACE, in, 10, MPI_DOUBLE, MPI_SUM, world));
  PHASE("allgather", MPI_Allgather(out, 2, MPI_DOUBLE, in, 2, MPI_DOUBLE, world));
  PHASE("allgather in place", MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_DOUBLE, world));
  PHASE("allgatherv", MPI_Allgatherv(out, rank + 1, MPI_DOUBLE, in, counts, displacements, MPI_DOUBLE, world));
  PHASE("alltoall", MPI_Alltoall(out, 5, MPI_DOUBLE, in, 5, MPI_DOUBLE, world));
  for (int i = 0; i < size; ++i) displacements[i] = i * (rank + 1);  // every rank sends me my number of elements
  int own[kMost];
  for (int i = 0; i < size; ++i) own[i] = rank + 1;
  PHASE("alltoallv", MPI_Alltoallv(out, counts, displacements, MPI_DOUBLE, in, own, displacements, MPI_DOUBLE, world));
  PHASE("alltoallw", MPI_Alltoallw(out, counts, byte_displacements, types, in, own, byte_displacements, types, world));
  PHASE("reduce_scatter", MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE, MPI_SUM, world));
  PHASE("reduce_scatter_block", MPI_Reduce_scatter_block(out, in, 3, MPI_DOUBLE, MPI_SUM, world));
  PHASE("scan", MPI_Scan(out, in, 7, MPI_DOUBLE, MPI_SUM, world));
  PHASE("exscan", MPI_Exscan(out, in, 7, MPI_DOUBLE, MPI_SUM, world));
}

static void nonblocking(void) {
  MPI_Request request;
  LATER("ibarrier", MPI_Ibarrier(world, &request));
  LATER("ibcast", MPI_Ibcast(out, 1000, MPI_BYTE, 1, world, &request));
  LATER("iallreduce", MPI_Iallreduce(out, in, 10, MPI_DOUBLE, MPI_SUM, world, &request));
  LATER("ialltoall", MPI_Ialltoall(out, 5, MPI_DOUBLE, in, 5, MPI_DOUBLE, world, &request));
  LATER("igatherv", MPI_Igatherv(out, rank + 1, MPI_DOUBLE, in, counts, displacements, MPI_DOUBLE, 3, world, &request));
}

/// Started twice.
static void persistent(void) {
#if defined(OMPI_HAVE_MPI_EXT_PCOLLREQ) || MPI_VERSION >= 4 || (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5)
  MPI_Request request;
  BCAST_INIT(out, 1000, MPI_BYTE, 1, world, MPI_INFO_NULL, &request);
  for (int i = 0; i < 2; ++i) LATER("bcast_init", MPI_Start(&request));
  MPI_Request_free(&request);
#endif
}

static void neighbours(void) {
  const int periods[1] = {1}, from = (rank + size - 1) % size, to = (rank + 1) % size;
  MPI_Comm ring, directed;
  MPI_Request request;
  MPI_Cart_create(world, 1, &size, periods, 0, &ring);
  MPI_Dist_graph_create_adjacent(world, 1, &from, MPI_UNWEIGHTED, 1, &to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &directed);
  PHASE("neighbor_alltoall", MPI_Neighbor_alltoall(out, 9, MPI_DOUBLE, in, 9, MPI_DOUBLE, ring));
  PHASE("neighbor_allgather", MPI_Neighbor_allgather(out, 8, MPI_DOUBLE, in, 8, MPI_DOUBLE, directed));
  LATER("ineighbor_allgather", MPI_Ineighbor_allgather(out, 8, MPI_DOUBLE, in, 8, MPI_DOUBLE, directed, &request));
  PHASE("neighbor_alltoallv", MPI_Neighbor_alltoallv(out, counts, displacements, MPI_DOUBLE, in, counts, displacements,
                                                     MPI_DOUBLE, directed));
  PHASE("neighbor_alltoallw",
        MPI_Neighbor_alltoallw(out, counts, far_displacements, types, in, counts, far_displacements, types, directed));
  MPI_Comm_free(&ring), MPI_Comm_free(&directed);
}

/// Even ranks against odd ones; rank 0 of the even ones is the root.
static void between_groups(void) {
  MPI_Comm half, inter;
  MPI_Comm_split(world, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, world, 1 - rank % 2, 1, &inter);
  PHASE("bcast between", MPI_Bcast(out, 500, MPI_BYTE, rank % 2 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter));
  MPI_Comm_free(&inter), MPI_Comm_free(&half);
}

static void* run(void* comm) {
  world = *(MPI_Comm*)comm;
  enter("between");
  for (int i = 0; i < size; ++i) {
    counts[i] = i + 1, displacements[i] = i * kMost, byte_displacements[i] = i * kMost * 8;
    far_displacements[i] = byte_displacements[i], types[i] = MPI_DOUBLE;
  }
  rooted(), all_to_all(), nonblocking(), persistent(), neighbours(), between_groups();
  return NULL;
}

/// Open MPI 4.1.4 loads its components for virtual topologies when the first one is made, and crashes if two threads do
/// that.
static void make_first_grid(void) {
  const int periods[1] = {0};
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, periods, 0, &grid);
  MPI_Comm_free(&grid);
}

static void run_threads(void) {
  pthread_t* ids = calloc((size_t)threads, sizeof *ids);
  MPI_Comm* comms = calloc((size_t)threads, sizeof(MPI_Comm));
  pthread_barrier_init(&together, NULL, (unsigned)threads);
  make_first_grid();
  for (int i = 0; i < threads; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (int i = 0; i < threads; ++i) pthread_create(&ids[i], NULL, run, &comms[i]);
  for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
  for (int i = 0; i < threads; ++i) MPI_Comm_free(&comms[i]);
  free(comms), free(ids);
}

int main(int argc, char** argv) {
  int provided = 0;
  threads = argc > 1 ? atoi(argv[1]) : 0;
  MPI_Init_thread(&argc, &argv, threads > 0 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  if (threads > 0 && provided < MPI_THREAD_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm all = MPI_COMM_WORLD;
  if (threads > 0)
    run_threads();
  else
    run(&all);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
