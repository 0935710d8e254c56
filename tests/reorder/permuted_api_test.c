/* Tests tm_* while MPI_COMM_WORLD itself has another order (topomorph run --permutation reverse), on two nodes of four
 * slots (TOPOMORPH_TOPOLOGY=tree:2:4): roles are the program's ranks, places are the launcher's processes. */
#include <topomorph.h>

#include "tests/plugin/conformance.h"

enum { kRanks = 8, kBytes = 100000 };

static int partner_of(int rank) { return (rank + kRanks / 2) % kRanks; }

/* Pairs of neighbours talk: they are a node apart as long as the order is reversed or the launcher's. */
static void talk_to_partner(void) {
  static char out[kBytes], in[kBytes];
  const int partner = partner_of(rank_in(MPI_COMM_WORLD));
  MPI_Sendrecv(out, kBytes, MPI_BYTE, partner, 0, in, kBytes, MPI_BYTE, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void check_world(void) {
  int ranks[kRanks];
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), kRanks - 1 - process_number());
  CHECK_EQUAL(tm_permutation(MPI_COMM_WORLD, ranks), MPI_SUCCESS);
  for (int process = 0; process < kRanks; ++process) CHECK_EQUAL(ranks[process], kRanks - 1 - process);
}

static int reorders(MPI_Comm* reordered) {
  int ranks[kRanks], different = 0;
  CHECK_EQUAL(tm_reorder(MPI_COMM_WORLD, reordered), MPI_SUCCESS);
  CHECK_EQUAL(size_of(*reordered), kRanks);
  CHECK_EQUAL(tm_permutation(*reordered, ranks), MPI_SUCCESS);
  CHECK_EQUAL(ranks[rank_in(MPI_COMM_WORLD)], rank_in(*reordered));
  for (int rank = 0; rank < kRanks; ++rank) different |= ranks[rank] != rank;
  return different;
}

static void check_kept(void) {
  MPI_Comm same = MPI_COMM_NULL;
  CHECK(!reorders(&same));
  CHECK_EQUAL(rank_in(same), rank_in(MPI_COMM_WORLD));
  MPI_Comm_free(&same);
}

/* Partners must be processes of one node now: 0 to 3, or 4 to 7. */
static void check_partners_are_together(MPI_Comm reordered) {
  int processes[kRanks];
  const int mine = process_number();
  MPI_Allgather(&mine, 1, MPI_INT, processes, 1, MPI_INT, reordered);
  for (int role = 0; role < kRanks; ++role) CHECK_EQUAL(processes[role] / 4, processes[partner_of(role)] / 4);
}

static void check_redistribution(MPI_Comm reordered) {
  const int mine = 1000 + rank_in(MPI_COMM_WORLD);
  int received = -1;
  MPI_Count count = -1;
  CHECK_EQUAL(tm_redistribute(MPI_COMM_WORLD, reordered, &mine, 1, MPI_INT, &received, 1, &count), MPI_SUCCESS);
  CHECK_EQUAL(count, 1);
  CHECK_EQUAL(received, 1000 + rank_in(reordered));
}

/* With MPI's default error handler, which ends the job: none of these errors may reach it. */
static void check_freed_communicator(void) {
  MPI_Comm duplicate, freed, none = MPI_COMM_NULL;
  int ranks[kRanks];
  MPI_Count count = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  freed = duplicate;
  MPI_Comm_free(&duplicate);
  CHECK_EQUAL(tm_reorder(freed, &none), MPI_ERR_COMM);
  CHECK_EQUAL(tm_permutation(freed, ranks), MPI_ERR_COMM);
  CHECK_EQUAL(tm_redistribute(freed, MPI_COMM_WORLD, NULL, 0, MPI_INT, NULL, 0, &count), MPI_ERR_COMM);
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  CHECK(handler == MPI_ERRORS_ARE_FATAL);
}

static void check_monitoring(void) {
  MPI_Comm reordered = MPI_COMM_NULL;
  talk_to_partner(); /* in mode run nothing is counted before tm_monitor_start() */
  check_kept();
  CHECK_EQUAL(tm_monitor_start(), MPI_SUCCESS);
  CHECK_EQUAL(tm_phase("exchange"), MPI_SUCCESS);
  talk_to_partner();
  CHECK_EQUAL(tm_monitor_stop(), MPI_SUCCESS);
  CHECK(reorders(&reordered));
  check_partners_are_together(reordered);
  check_redistribution(reordered);
  MPI_Comm_free(&reordered);
  CHECK_EQUAL(tm_monitor_reset(), MPI_SUCCESS);
  check_kept();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  check_world();
  check_monitoring();
  check_freed_communicator();
  check_world();
  return finish();
}
