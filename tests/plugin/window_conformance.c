/* Windows on MPI_COMM_WORLD: with every way to make, synchronise and use one, accesses reach the memory of the rank
 * that they name. */
#include "conformance.h"

static int rank, size, next, previous;

typedef void (*Access)(MPI_Win win, int target);

static void check_memory(const int* memory, int expected, MPI_Win win) {
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win); /* one's own memory is read in an epoch too */
  CHECK_EQUAL(memory[0], expected);
  MPI_Win_unlock(rank, win);
}

static void put(MPI_Win win, int target) { MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win); }

/* Memory for the rank of `next`, then the epochs of each kind. */
static void epochs(MPI_Win win, int* memory) {
  MPI_Group world, to, from;
  int flag = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &next, &to);
  MPI_Group_incl(world, 1, &previous, &from);
  MPI_Win_fence(0, win);
  put(win, next);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(*memory, previous);
  *memory = -1;
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  put(win, next);
  MPI_Win_complete(win);
  while (!flag) MPI_Win_test(win, &flag);
  CHECK_EQUAL(*memory, previous);
  *memory = -1;
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  put(win, next);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
  CHECK_EQUAL(*memory, previous);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  MPI_Group_free(&world);
}

static void locks(MPI_Win win, int* memory) {
  int got = -1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
  put(win, next);
  MPI_Win_flush(next, win);
  MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(next, win);
  CHECK_EQUAL(got, rank);
  MPI_Win_unlock(next, win);
  MPI_Barrier(MPI_COMM_WORLD);
  check_memory(memory, previous, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  CHECK_EQUAL(got, rank);
  MPI_Win_flush_local_all(win);
  MPI_Win_sync(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Everything that reads or changes the memory of `next`; memory[1] starts at 0. */
static void operations(MPI_Win win, const int* memory) {
  const int ten = 10;
  int got = -1;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&ten, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(next, win);
  MPI_Get_accumulate(&ten, 1, MPI_INT, &got, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(next, win);
  CHECK_EQUAL(got, 10);
  MPI_Fetch_and_op(&ten, &got, MPI_INT, next, 1, MPI_SUM, win);
  MPI_Win_flush(next, win);
  CHECK_EQUAL(got, 20);
  MPI_Raccumulate(&ten, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_flush(next, win);
  MPI_Rget_accumulate(&ten, 1, MPI_INT, &got, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, 40);
  MPI_Win_flush(next, win);
  MPI_Rget(&got, 1, MPI_INT, next, 1, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, 50);
  MPI_Rput(&rank, 1, MPI_INT, next, 2, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  CHECK_EQUAL(memory[1], 50);
  CHECK_EQUAL(memory[2], previous);
  MPI_Win_unlock(rank, win);
}

/* The memory of `next` holds my rank. Open MPI 4.1.4 crashes in MPI_Compare_and_swap to oneself. */
static void swaps(MPI_Win win, const int* memory) {
  const int seven = 7;
  int got = -1;
  if (size == 1) return;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
  MPI_Compare_and_swap(&seven, &rank, &got, MPI_INT, next, 2, win);
  MPI_Win_unlock(next, win);
  CHECK_EQUAL(got, rank);
  MPI_Barrier(MPI_COMM_WORLD);
  check_memory(memory + 2, seven, win);
}

static void looks(MPI_Win win) {
  char name[MPI_MAX_OBJECT_NAME];
  int length = 0, flag = 0, *model = NULL, found = -1;
  MPI_Group group;
  MPI_Info info;
  MPI_Win_set_name(win, "memory of all");
  MPI_Win_get_name(win, name, &length);
  CHECK(strcmp(name, "memory of all") == 0);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
  CHECK(flag && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
  MPI_Win_get_group(win, &group);
  MPI_Group_rank(group, &found);
  CHECK_EQUAL(found, rank);
  MPI_Group_free(&group);
  MPI_Win_get_info(win, &info);
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);
  CHECK(OF_NUMBER(Win, NUMBER_OF(Win, win)) == win);
}

static int erased = 0;

static int copy(MPI_Win win, int keyval, void* state, void* in, void* out, int* flag) {
  (void)win, (void)keyval, (void)state, (void)in, (void)out;
  *flag = 0;
  return MPI_SUCCESS;
}

static int erase(MPI_Win win, int keyval, void* value, void* state) {
  (void)win, (void)keyval;
  CHECK(value == state);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  ++erased;
  return MPI_SUCCESS;
}

static void attributes(MPI_Win win) {
  int keyval = MPI_KEYVAL_INVALID, flag = 0, *found = NULL;
  const int before = erased;
  MPI_Win_create_keyval(copy, erase, &keyval, &rank);
  MPI_Win_set_attr(win, keyval, &rank);
  MPI_Win_get_attr(win, keyval, &found, &flag);
  CHECK(flag && found == &rank);
  MPI_Win_delete_attr(win, keyval);
  CHECK_EQUAL(erased, before + 1);
  MPI_Win_set_attr(win, keyval, &rank); /* the window's end deletes it */
  MPI_Win_free_keyval(&keyval);
}

static int raised = 0;

static void handle(MPI_Win* win, int* code, ...) {
  (void)win, (void)code;
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  ++raised;
}

static void error_handlers(MPI_Win win) {
  MPI_Errhandler handler, found;
  const int before = raised;
  MPI_Win_create_errhandler(handle, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Win_get_errhandler(win, &found);
  CHECK(found == handler);
  MPI_Errhandler_free(&found);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK_EQUAL(raised, before + 1);
  MPI_Errhandler_free(&handler);
}

static void all_of(MPI_Win win, int* memory) {
  looks(win);
  attributes(win);
  error_handlers(win);
  memset(memory, 0, 3 * sizeof *memory);
  epochs(win, memory);
  locks(win, memory);
  operations(win, memory);
  swaps(win, memory);
  const int before = erased;
  MPI_Win_free(&win);
  CHECK_EQUAL(erased, before + 1);
}

static void created(void) {
  int* memory = NULL;
  MPI_Win win;
  MPI_Alloc_mem(3 * sizeof *memory, MPI_INFO_NULL, &memory);
  MPI_Win_create(memory, 3 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  all_of(win, memory);
  MPI_Free_mem(memory);
}

static void allocated(void) {
  int* memory = NULL;
  MPI_Win win;
  MPI_Win_allocate(3 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  all_of(win, memory);
}

static void shared(void) {
  int *memory = NULL, *other = NULL, unit = 0;
  MPI_Aint bytes = 0;
  MPI_Win win;
  MPI_Win_allocate_shared(3 * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  *memory = rank;
  MPI_Win_fence(0, win);
  MPI_Win_shared_query(win, next, &bytes, &unit, &other);
  CHECK_EQUAL(*other, next);
  CHECK_EQUAL(unit, sizeof *memory);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void dynamic(void) {
  int memory = rank, got = -1;
  MPI_Aint here = 0, there = 0;
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, &memory, sizeof memory);
  MPI_Get_address(&memory, &here);
  MPI_Sendrecv(&here, 1, MPI_AINT, previous, 0, &there, 1, MPI_AINT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
  MPI_Get(&got, 1, MPI_INT, next, there, 1, MPI_INT, win);
  MPI_Win_unlock(next, win);
  CHECK_EQUAL(got, next);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, &memory);
  MPI_Win_free(&win);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  next = (rank + 1) % size;
  previous = (rank + size - 1) % size;
  if (size > 1) created(); /* Open MPI 4.1.4 makes neither of these two for one process */
  allocated();
  shared();
  if (size > 1) dynamic();
  return finish();
}
