/* Error handlers set on MPI_COMM_WORLD: which errors reach them, and which communicator they see. */
#include <setjmp.h>

#include "conformance.h"

static int calls = 0;
static MPI_Comm shown = MPI_COMM_NULL;
static jmp_buf escape;

static void handler(MPI_Comm* comm, int* code, ...) {
  ++calls;
  shown = *comm;
  CHECK(*code != MPI_SUCCESS);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank()); /* a callback's calls are the application's */
}

static void jumping_handler(MPI_Comm* comm, int* code, ...) {
  (void)code;
  shown = *comm;
  longjmp(escape, 1);
}

static void window_handler(MPI_Win* win, int* code, ...) {
  (void)win, (void)code;
  ++calls;
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
}

static void install(MPI_Comm comm, MPI_Comm_errhandler_function* function) {
  MPI_Errhandler errhandler;
  MPI_Comm_create_errhandler(function, &errhandler);
  MPI_Comm_set_errhandler(comm, errhandler);
  MPI_Errhandler_free(&errhandler);
}

static void errors_on_the_world_show_the_world(void) {
  int value = 0;
  calls = 0;
  install(MPI_COMM_WORLD, handler);
  MPI_Send(&value, 1, MPI_INT, size_of(MPI_COMM_WORLD) + 3, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(calls, 1);
  CHECK(shown == MPI_COMM_WORLD);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
  CHECK_EQUAL(calls, 2);
  CHECK(shown == MPI_COMM_WORLD);
}

static void errors_without_a_communicator_reach_the_worlds_handler(void) {
  int size = 0;
  calls = 0;
  MPI_Type_size(MPI_DATATYPE_NULL, &size);
  CHECK_EQUAL(calls, 1);
  CHECK(shown == MPI_COMM_WORLD);
}

static void freeing_the_world_is_an_error_on_its_handler(void) {
  MPI_Comm world = MPI_COMM_WORLD;
  calls = 0;
  CHECK(MPI_Comm_free(&world) != MPI_SUCCESS);
  CHECK_EQUAL(calls, 1);
  CHECK(shown == MPI_COMM_WORLD);
  CHECK_EQUAL(size_of(MPI_COMM_WORLD), atoi(launched_size()));
}

static void duplicates_inherit_the_handler_and_show_themselves(void) {
  MPI_Comm duplicate;
  int value = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  calls = 0;
  MPI_Send(&value, 1, MPI_INT, size_of(MPI_COMM_WORLD) + 3, 0, duplicate);
  CHECK_EQUAL(calls, 1);
  CHECK(shown == duplicate);
  MPI_Comm_free(&duplicate);
}

static void the_handler_can_be_asked_for_and_set_again(void) {
  MPI_Errhandler mine;
  int value = 0;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &mine);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  calls = 0;
  CHECK(MPI_Send(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD) != MPI_SUCCESS);
  CHECK_EQUAL(calls, 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
  MPI_Send(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD);
  CHECK_EQUAL(calls, 1);
  MPI_Errhandler_free(&mine);
}

static void a_handler_may_jump_out(void) {
  int value = 0;
  install(MPI_COMM_WORLD, jumping_handler);
  if (setjmp(escape) == 0) {
    MPI_Send(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD);
    CHECK(0);
  }
  CHECK(shown == MPI_COMM_WORLD);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
}

static void window_handlers_see_the_new_ranks(void) {
  MPI_Win win;
  MPI_Errhandler errhandler;
  int memory = 0;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_errhandler(window_handler, &errhandler);
  MPI_Win_set_errhandler(win, errhandler);
  calls = 0;
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK_EQUAL(calls, 1);
  MPI_Errhandler_free(&errhandler);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  errors_on_the_world_show_the_world();
  errors_without_a_communicator_reach_the_worlds_handler();
  freeing_the_world_is_an_error_on_its_handler();
  duplicates_inherit_the_handler_and_show_themselves();
  the_handler_can_be_asked_for_and_set_again();
  window_handlers_see_the_new_ranks();
  a_handler_may_jump_out();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return finish();
}
