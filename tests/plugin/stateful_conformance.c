/* MPICH's callbacks with a state (since 5.0): what they see, that their state arrives, and that it is freed once. */
#include "conformance.h"

static int calls = 0;
static int freed = 0;
static MPI_Comm shown = MPI_COMM_NULL;
static int state = 7;

static void comm_handler(MPI_Comm comm, int code, void* given) {
  ++calls;
  shown = comm;
  CHECK(code != MPI_SUCCESS);
  CHECK(given == &state);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank()); /* a callback's calls are the application's */
}

static void win_handler(MPI_Win win, int code, void* given) {
  (void)win, (void)code;
  ++calls;
  CHECK(given == &state);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
}

static void file_handler(MPI_File file, int code, void* given) {
  (void)file, (void)code;
  ++calls;
  CHECK(given == &state);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
}

static void add(void* in, void* inout, MPI_Count count, MPI_Datatype type, void* given) {
  ++calls;
  CHECK(type == MPI_INT);
  CHECK(given == &state);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  for (MPI_Count i = 0; i < count; ++i) ((int*)inout)[i] += ((const int*)in)[i];
}

static void destructor(void* given) {
  ++freed;
  CHECK(given == &state);
}

static void errors_on_the_world_show_the_world(void) {
  MPI_Errhandler errhandler;
  int value = 0;
  calls = freed = 0;
  MPIX_Comm_create_errhandler_x(comm_handler, destructor, &state, &errhandler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler);
  MPI_Send(&value, 1, MPI_INT, size_of(MPI_COMM_WORLD) + 3, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(calls, 1);
  CHECK(shown == MPI_COMM_WORLD);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
  CHECK_EQUAL(calls, 2);
  CHECK(shown == MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  CHECK_EQUAL(freed, 0);
  MPI_Errhandler_free(&errhandler);
  CHECK_EQUAL(freed, 1);
}

static void windows_and_files_have_handlers_too(void) {
  MPI_Errhandler errhandler;
  MPI_Win win;
  int memory = 0;
  calls = freed = 0;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPIX_Win_create_errhandler_x(win_handler, destructor, &state, &errhandler);
  MPI_Win_set_errhandler(win, errhandler);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK_EQUAL(calls, 1);
  MPI_Errhandler_free(&errhandler);
  MPI_Win_free(&win);
  CHECK_EQUAL(freed, 1);
  MPIX_File_create_errhandler_x(file_handler, destructor, &state, &errhandler);
  MPI_File_set_errhandler(MPI_FILE_NULL, errhandler);
  MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_OTHER);
  CHECK_EQUAL(calls, 2);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&errhandler);
}

static void reductions_get_their_state(void) {
  MPI_Op op;
  const int size = size_of(MPI_COMM_WORLD);
  int values[3] = {rank_in(MPI_COMM_WORLD), 1, 2}, sums[3] = {0};
  calls = freed = 0;
  MPIX_Op_create_x(add, destructor, 1, &state, &op);
  MPI_Allreduce(values, sums, 3, MPI_INT, op, MPI_COMM_WORLD);
  CHECK_EQUAL(sums[0], size * (size - 1) / 2);
  CHECK_EQUAL(sums[2], 2 * size);
  CHECK(size == 1 || calls > 0);
  MPI_Op_free(&op);
  CHECK_EQUAL(freed, 1);
}

static void without_a_destructor_there_is_no_reduction(void) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPIX_Op_create_x(add, NULL, 1, &state, &op) != MPI_SUCCESS);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  errors_on_the_world_show_the_world();
  windows_and_files_have_handlers_too();
  reductions_get_their_state();
  without_a_destructor_there_is_no_reduction();
  return finish();
}
