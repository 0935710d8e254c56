/* MPI_COMM_WORLD is reordered for every call, and no call shows it. */
#include "conformance.h"

static void ranks_are_the_new_ones(void) {
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  CHECK_EQUAL(size_of(MPI_COMM_WORLD), atoi(launched_size()));
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  CHECK_EQUAL(rank, expected_rank());
}

static void collectives_use_the_new_ranks(void) {
  const int process = process_number();
  int processes[64];
  MPI_Allgather(&process, 1, MPI_INT, processes, 1, MPI_INT, MPI_COMM_WORLD);
  CHECK_EQUAL(processes[rank_in(MPI_COMM_WORLD)], process);
  int root_process = process;
  MPI_Bcast(&root_process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(root_process, processes[0]);
  int before = -1, rank = rank_in(MPI_COMM_WORLD);
  MPI_Exscan(&rank, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank > 0) CHECK_EQUAL(before, rank * (rank - 1) / 2);
}

static void messages_go_to_the_new_ranks(void) {
  const int rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  int received = -1;
  MPI_Status status;
  MPI_Sendrecv(&rank, 1, MPI_INT, next, 5, &received, 1, MPI_INT, previous, 5, MPI_COMM_WORLD, &status);
  CHECK_EQUAL(received, previous);
  CHECK_EQUAL(status.MPI_SOURCE, previous);
  MPI_Request requests[2];
  MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, previous, 6, MPI_COMM_WORLD, &requests[1]);
  MPI_Wait(&requests[0], &status);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  CHECK_EQUAL(received, next);
  CHECK_EQUAL(status.MPI_SOURCE, next);
}

static void comparisons(void) {
  MPI_Comm duplicate;
  int result = -1;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  MPI_Comm_compare(MPI_COMM_WORLD, duplicate, &result);
  CHECK_EQUAL(result, MPI_CONGRUENT);
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  CHECK_EQUAL(result, MPI_IDENT);
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_SELF, &result);
  CHECK_EQUAL(result, size_of(MPI_COMM_WORLD) == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
  check_world_order(duplicate, 0, 1);
  MPI_Comm_free(&duplicate);
  CHECK(duplicate == MPI_COMM_NULL);
}

static void groups(void) {
  MPI_Group world, mine;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int rank = rank_in(MPI_COMM_WORLD);
  int found = -1, zero = 0;
  MPI_Group_rank(world, &found);
  CHECK_EQUAL(found, rank);
  MPI_Comm_group(MPI_COMM_SELF, &mine);
  MPI_Group_translate_ranks(mine, 1, &zero, world, &found);
  CHECK_EQUAL(found, rank);
  MPI_Group_free(&mine);
  MPI_Group_free(&world);
}

static void handles_keep_their_numbers(void) {
  CHECK(OF_NUMBER(Comm, NUMBER_OF(Comm, MPI_COMM_WORLD)) == MPI_COMM_WORLD);
#ifdef OPEN_MPI
  CHECK_EQUAL(NUMBER_OF(Comm, MPI_COMM_WORLD), 0); /* mpif.h: MPI_COMM_WORLD = 0 */
#endif
#ifndef CONFORMANCE_ABI                                       /* its numbers of other handles are addresses */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* not every number is a communicator */
  for (int number = 0; number < 8 && size_of(MPI_COMM_WORLD) > 1; ++number) {
    MPI_Comm comm = OF_NUMBER(Comm, number);
    int result = MPI_UNEQUAL;
    if (comm == MPI_COMM_WORLD || MPI_Comm_compare(comm, MPI_COMM_WORLD, &result) != MPI_SUCCESS) continue;
    CHECK(result != MPI_CONGRUENT); /* there is no second world to be found */
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
#endif
}

static void name_and_hints(void) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0, flag = 0;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
  MPI_Comm_set_name(MPI_COMM_WORLD, "everybody");
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "everybody") == 0);
  MPI_Info info, used;
  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
  CHECK_EQUAL(MPI_Comm_set_info(MPI_COMM_WORLD, info), MPI_SUCCESS);
  CHECK_EQUAL(MPI_Comm_get_info(MPI_COMM_WORLD, &used), MPI_SUCCESS);
  MPI_Info_get(used, "mpi_assert_no_any_tag", MPI_MAX_OBJECT_NAME - 1, name, &flag);
  if (flag) CHECK(strcmp(name, "false") == 0);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
}

static void is_no_intercommunicator_and_has_no_parent_or_topology(void) {
  int answer = -1;
  MPI_Comm parent;
  MPI_Comm_test_inter(MPI_COMM_WORLD, &answer);
  CHECK_EQUAL(answer, 0);
  MPI_Topo_test(MPI_COMM_WORLD, &answer);
  CHECK_EQUAL(answer, MPI_UNDEFINED);
  MPI_Comm_get_parent(&parent);
  CHECK(parent == MPI_COMM_NULL);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  ranks_are_the_new_ones();
  collectives_use_the_new_ranks();
  messages_go_to_the_new_ranks();
  comparisons();
  groups();
  handles_keep_their_numbers();
  name_and_hints();
  is_no_intercommunicator_and_has_no_parent_or_topology();
  return finish();
}
