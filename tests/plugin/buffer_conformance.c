/* What MPI 4.1 and 5.0 added: buffers of communicators, the states of several requests, handles as numbers. */
#include "conformance.h"

static int right(void) { return (rank_in(MPI_COMM_WORLD) + 1) % size_of(MPI_COMM_WORLD); }
static int left(void) { return (rank_in(MPI_COMM_WORLD) + size_of(MPI_COMM_WORLD) - 1) % size_of(MPI_COMM_WORLD); }

static void the_world_has_a_buffer(void) {
  MPI_Request flushed;
  MPI_Status status;
  const int capacity = 4 * ((int)sizeof(int) + MPI_BSEND_OVERHEAD);
  void* const memory = malloc((size_t)capacity);
  void* detached = NULL;
  int mine = 100 + rank_in(MPI_COMM_WORLD), received = -1, bytes = 0, source = -1, tag = -1, error = -1;
  CHECK_EQUAL(MPI_Comm_attach_buffer(MPI_COMM_WORLD, memory, capacity), MPI_SUCCESS);
  MPI_Bsend(&mine, 1, MPI_INT, right(), 3, MPI_COMM_WORLD);
  MPI_Recv(&received, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
  CHECK_EQUAL(received, 100 + left());
  MPI_Status_get_source(&status, &source);
  MPI_Status_get_tag(&status, &tag);
  MPI_Status_get_error(&status, &error);
  CHECK_EQUAL(source, left());
  CHECK_EQUAL(tag, 3);
  CHECK_EQUAL(MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &flushed), MPI_SUCCESS);
  MPI_Wait(&flushed, MPI_STATUS_IGNORE);
  CHECK_EQUAL(MPI_Comm_flush_buffer(MPI_COMM_WORLD), MPI_SUCCESS);
  CHECK_EQUAL(MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &bytes), MPI_SUCCESS);
  CHECK(detached == memory);
  CHECK_EQUAL(bytes, capacity);
  free(memory);
}

static void the_states_of_requests_name_new_ranks(void) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  int mine = rank_in(MPI_COMM_WORLD), received = -1, all = 0;
  MPI_Irecv(&received, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&mine, 1, MPI_INT, right(), 4, MPI_COMM_WORLD, &requests[1]);
  while (!all) MPI_Request_get_status_all(2, requests, &all, statuses);
  CHECK_EQUAL(statuses[0].MPI_SOURCE, left());
  CHECK_EQUAL(received, left());
  CHECK(requests[0] != MPI_REQUEST_NULL);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void a_message_both_ways_in_one_request(void) {
  MPI_Request request;
  MPI_Status status;
  int mine = rank_in(MPI_COMM_WORLD), received = -1;
  MPI_Isendrecv(&mine, 1, MPI_INT, right(), 5, &received, 1, MPI_INT, left(), 5, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  CHECK_EQUAL(received, left());
#ifndef MPICH_NUMVERSION /* up to 5.0.2: the status is not that of the receive */
  CHECK_EQUAL(status.MPI_SOURCE, left());
#endif
  MPI_Isendrecv_replace(&mine, 1, MPI_INT, right(), 6, left(), 6, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  CHECK_EQUAL(mine, left());
}

#if MPI_VERSION >= 5
static void the_worlds_number_is_the_worlds(void) {
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  CHECK_EQUAL(rank_in(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD))), expected_rank());
}
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  the_world_has_a_buffer();
  the_states_of_requests_name_new_ranks();
  a_message_both_ways_in_one_request();
#if MPI_VERSION >= 5
  the_worlds_number_is_the_worlds();
#endif
  return finish();
}
