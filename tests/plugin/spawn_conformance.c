/* Spawned processes have a world of their own, which is never reordered: their ranks are the launcher's. */
#include "conformance.h"

static int child(MPI_Comm parents) {
  int sum = 0, rank = rank_in(MPI_COMM_WORLD);
  CHECK_EQUAL(rank, process_number());
  CHECK_EQUAL(size_of(MPI_COMM_WORLD), 2);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(sum, 1);
  MPI_Bcast(&sum, 1, MPI_INT, 0, parents);
  CHECK_EQUAL(sum, 17);
  MPI_Comm_disconnect(&parents);
  return finish();
}

/* Receives from its children, and disconnects. */
static void greet(MPI_Comm children) {
  int remote = 0, answer = 17;
  MPI_Comm_remote_size(children, &remote);
  CHECK_EQUAL(remote, 2);
  MPI_Bcast(&answer, 1, MPI_INT, rank_in(MPI_COMM_WORLD) == 0 ? MPI_ROOT : MPI_PROC_NULL, children);
  MPI_Comm_disconnect(&children);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parents = MPI_COMM_NULL, children = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) return child(parents);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
  greet(children);
  char* commands[2] = {argv[0], argv[0]};
  const int counts[2] = {1, 1};
  const MPI_Info hints[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, counts, hints, 0, MPI_COMM_WORLD, &children,
                          MPI_ERRCODES_IGNORE);
  greet(children);
  return finish();
}
