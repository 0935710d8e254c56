/* Sessions: the set of all processes has the launcher's order before MPI_Init, and that of MPI_COMM_WORLD beside it. */
#include "conformance.h"

static const char kWorld[] = "mpi://WORLD";
static int number, size, raised = 0;

static void handle(MPI_Session* session, int* code, ...) {
  (void)session, (void)code;
  ++raised;
}

static void error_handlers(MPI_Session session) {
  MPI_Errhandler handler, found;
  MPI_Session_create_errhandler(handle, &handler);
  MPI_Session_set_errhandler(session, handler);
  MPI_Session_get_errhandler(session, &found);
  CHECK(found == handler);
  raised = 0;
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  CHECK_EQUAL(raised, 1);
  MPI_Errhandler_free(&found);
  MPI_Errhandler_free(&handler);
}

/* The set of all processes is listed once, and its hint is the job's size. */
static void sets(MPI_Session session) {
  char name[256], value[16] = "";
  int count = 0, worlds = 0, flag = 0;
  MPI_Info info;
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &count);
  for (int i = 0; i < count; ++i) {
    int length = sizeof name;
    CHECK_EQUAL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name), MPI_SUCCESS);
    worlds += strcmp(name, kWorld) == 0;
  }
  CHECK_EQUAL(worlds, 1);
  CHECK_EQUAL(MPI_Session_get_pset_info(session, kWorld, &info), MPI_SUCCESS);
  MPI_Info_get(info, "mpi_size", sizeof value - 1, value, &flag);
  CHECK(flag);
  CHECK_EQUAL(atoi(value), size);
  MPI_Info_free(&info);
  CHECK_EQUAL(MPI_Session_get_info(session, &info), MPI_SUCCESS);
  MPI_Info_free(&info);
}

static void check_order(MPI_Comm comm, int first, int count) {
  int found[64];
  CHECK_EQUAL(size_of(comm), count);
  CHECK_EQUAL(rank_in(comm), number - first);
  MPI_Allgather(&number, 1, MPI_INT, found, 1, MPI_INT, comm);
  for (int i = 0; i < count; ++i) CHECK_EQUAL(found[i], first + i);
}

static void everybody(MPI_Group world) {
  MPI_Comm comm;
  int got = -1;
  CHECK_EQUAL(MPI_Comm_create_from_group(world, "everybody", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm), MPI_SUCCESS);
  check_order(comm, 0, size);
  MPI_Sendrecv(&number, 1, MPI_INT, (number + 1) % size, 3, &got, 1, MPI_INT, (number + size - 1) % size, 3, comm,
               MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, (number + size - 1) % size);
  MPI_Comm_free(&comm);
}

static void two_halves(MPI_Group world) {
  const int half = size / 2, upper = number >= half;
  if (size < 2) return;
  int ranges[2][1][3] = {{{0, half - 1, 1}}, {{half, size - 1, 1}}}, got = -1;
  MPI_Group groups[2];
  MPI_Comm bridge;
  for (int i = 0; i < 2; ++i) MPI_Group_range_incl(world, 1, ranges[i], &groups[i]);
  CHECK_EQUAL(MPI_Intercomm_create_from_groups(groups[upper], 0, groups[!upper], 0, "halves", MPI_INFO_NULL,
                                               MPI_ERRORS_ARE_FATAL, &bridge),
              MPI_SUCCESS);
  CHECK_EQUAL(rank_in(bridge), number - (upper ? half : 0));
  const int root = upper ? 0 : rank_in(bridge) == 0 ? MPI_ROOT : MPI_PROC_NULL;
  if (!upper) got = number;
  MPI_Bcast(&got, 1, MPI_INT, root, bridge);
  if (upper) CHECK_EQUAL(got, 0);
  MPI_Comm_free(&bridge);
  for (int i = 0; i < 2; ++i) MPI_Group_free(&groups[i]);
}

static void session(void) {
  MPI_Session session;
  MPI_Group world;
  /* Errors return: Open MPI 5.0.7 calls the handler from MPI_Session_get_pset_info on success, too. */
  CHECK_EQUAL(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
  sets(session);
  error_handlers(session);
  CHECK_EQUAL(MPI_Group_from_session_pset(session, kWorld, &world), MPI_SUCCESS);
  everybody(world);
  two_halves(world);
  MPI_Group_free(&world);
  CHECK_EQUAL(MPI_Session_finalize(&session), MPI_SUCCESS);
}

int main(int argc, char** argv) {
  number = process_number();
  size = atoi(launched_size());
#if !defined MPICH_NUMVERSION || MPICH_NUMVERSION >= 40100000 /* 4.0.2: MPI_Init crashes after a session */
  session();
#endif
  MPI_Init(&argc, &argv);
  number = rank_in(MPI_COMM_WORLD);
  session();
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  return finish();
}
