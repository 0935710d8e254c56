/* Calls inside of calls, calls from several threads, and objects of MPI_T that belong to MPI_COMM_WORLD. */
#include <pthread.h>

#include "conformance.h"

static int queried, released;

static int query(void* state, MPI_Status* status) {
  CHECK(state == (void*)&queried);
  ++queried;
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int release(void* state) {
  CHECK(state == (void*)&queried);
  ++released;
  return MPI_SUCCESS;
}

static int cancel(void* state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static void generalized_requests(void) {
  MPI_Request request;
  MPI_Status status;
  int count = 0;
  MPI_Grequest_start(query, release, cancel, &queried, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK_EQUAL(count, 3);
  CHECK_EQUAL(queried, 1);
  CHECK_EQUAL(released, 1);
}

static int reductions;

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  CHECK(*type == MPI_INT);
  CHECK_EQUAL(rank_in(MPI_COMM_WORLD), expected_rank());
  for (int i = 0; i < *length; ++i) ((int*)inout)[i] += ((int*)in)[i];
  ++reductions;
}

static void reductions_see_the_new_ranks(void) {
  MPI_Op op;
  int one = 1, sum = 0, commutes = -1;
  MPI_Op_create(add, 1, &op);
  MPI_Op_commutative(op, &commutes);
  CHECK_EQUAL(commutes, 1);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
  CHECK_EQUAL(sum, size_of(MPI_COMM_WORLD));
  MPI_Reduce_local(&one, &sum, 1, MPI_INT, op);
  CHECK_EQUAL(sum, size_of(MPI_COMM_WORLD) + 1);
  CHECK(reductions > 0);
  MPI_Op_free(&op);
}

static void* talk(void* argument) {
  const int tag = (int)(long)argument, rank = rank_in(MPI_COMM_WORLD), size = size_of(MPI_COMM_WORLD);
  for (int i = 0; i < 200; ++i) {
    int got = -1;
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, tag, &got, 1, MPI_INT, (rank + size - 1) % size, tag,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_EQUAL(got, (rank + size - 1) % size);
  }
  return NULL;
}

static void threads(void) {
  pthread_t others[3];
  for (long i = 0; i < 3; ++i) pthread_create(&others[i], NULL, talk, (void*)(i + 10));
  for (int i = 0; i < 3; ++i) pthread_join(others[i], NULL);
}

/* Allocating a handle on MPI_COMM_WORLD must work as without the plugin, for every variable that belongs to a
 * communicator. */
static void mpi_t_objects(void) {
  int provided, variables = 0;
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_T_pvar_session session;
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  MPI_T_pvar_session_create(&session);
  MPI_T_pvar_get_num(&variables);
  for (int i = 0, tried = 0; i < variables && tried < 20; ++i) {
    int name_length = 0, description_length = 0, verbosity, kind, bind = -1, read_only, continuous, atomic, count = 0;
    MPI_Datatype type;
    MPI_T_enum values;
    if (MPI_T_pvar_get_info(i, NULL, &name_length, &verbosity, &kind, &type, &values, NULL, &description_length, &bind,
                            &read_only, &continuous, &atomic) != MPI_SUCCESS ||
        bind != MPI_T_BIND_MPI_COMM) {
      continue;
    }
    MPI_T_pvar_handle handle;
    ++tried;
    if (MPI_T_pvar_handle_alloc(session, i, &world, &handle, &count) != MPI_SUCCESS) continue;
    CHECK(count >= 1);
    CHECK_EQUAL(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
  }
  CHECK(world == MPI_COMM_WORLD);
  MPI_T_pvar_session_free(&session);
  MPI_T_finalize();
}

int main(int argc, char** argv) {
  int provided = -1, level = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Query_thread(&level);
  CHECK_EQUAL(level, provided);
  generalized_requests();
  reductions_see_the_new_ranks();
  mpi_t_objects();
  if (provided == MPI_THREAD_MULTIPLE) threads();
  MPI_Pcontrol(1, "text", 2);
  return finish();
}
