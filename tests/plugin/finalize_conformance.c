/* Code that runs before MPI_Init, inside MPI_Finalize and after it. */
#include "conformance.h"

static int deleted[3], order = 0;

static int on_self(MPI_Comm comm, int keyval, void* value, void* state) {
  (void)keyval, (void)state;
  CHECK(comm == MPI_COMM_SELF);
  deleted[*(int*)value] = ++order;
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* communication is still legal here */
  CHECK_EQUAL(sum, size_of(MPI_COMM_WORLD));
  return MPI_SUCCESS;
}

static int on_world(MPI_Comm comm, int keyval, void* value, void* state) {
  (void)keyval, (void)value, (void)state;
  CHECK(comm == MPI_COMM_WORLD);
  return MPI_SUCCESS;
}

static void legal_outside(int initialized, int finalized) {
  int flag = -1, version = 0, subversion = 0, length = 0;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Initialized(&flag);
  CHECK_EQUAL(flag, initialized);
  MPI_Finalized(&flag);
  CHECK_EQUAL(flag, finalized);
  MPI_Get_version(&version, &subversion);
  CHECK_EQUAL(version, MPI_VERSION);
  MPI_Get_library_version(text, &length);
  CHECK(length > 0);
}

/* Not closed: Open MPI 4.1.4 itself crashes in MPI_T_finalize outside of MPI_Init and MPI_Finalize. */
static void mpi_t_before_init(void) {
  int provided = -1, variables = -1;
  CHECK_EQUAL(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS);
  CHECK_EQUAL(MPI_T_cvar_get_num(&variables), MPI_SUCCESS);
  CHECK(variables > 0);
}

int main(int argc, char** argv) {
  static int numbers[3] = {0, 1, 2};
  int keyvals[3], world_keyval;
  legal_outside(0, 0);
  mpi_t_before_init();
  MPI_Init(&argc, &argv);
  for (int i = 0; i < 3; ++i) {
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_self, &keyvals[i], NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyvals[i], &numbers[i]);
  }
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_world, &world_keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, world_keyval, numbers);
  MPI_Finalize();
  CHECK_EQUAL(order, 3);
  for (int i = 0; i < 3; ++i) CHECK_EQUAL(deleted[i], 3 - i);
  legal_outside(1, 1);
  return failures != 0;
}
