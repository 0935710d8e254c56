/* Functions for programs that survive a lost process, while none is lost: all agree, and all remain, in the new order.
 */
/* clang-format off */
#include "conformance.h"
#include <mpi-ext.h>
/* clang-format on */

static int rank, size;

static void agreements(void) {
  int flag = ~(1 << rank), expected = ~0;
  MPI_Request request;
  for (int r = 0; r < size; ++r) expected &= ~(1 << r);
  CHECK_EQUAL(MPIX_Comm_agree(MPI_COMM_WORLD, &flag), MPI_SUCCESS);
  CHECK_EQUAL(flag, expected);
  flag = ~(1 << rank);
  CHECK_EQUAL(MPIX_Comm_iagree(MPI_COMM_WORLD, &flag, &request), MPI_SUCCESS);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_EQUAL(flag, expected);
}

static void check_empty(MPI_Group* group) {
  int count = -1;
  MPI_Group_size(*group, &count);
  CHECK_EQUAL(count, 0);
  if (*group != MPI_GROUP_EMPTY) MPI_Group_free(group);
}

static void nobody_failed(void) {
  MPI_Group failed;
  int count = -1;
  CHECK_EQUAL(MPIX_Comm_get_failed(MPI_COMM_WORLD, &failed), MPI_SUCCESS);
  check_empty(&failed);
  CHECK_EQUAL(MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &count), MPI_SUCCESS);
  CHECK_EQUAL(count, 0);
  CHECK_EQUAL(MPIX_Comm_failure_ack(MPI_COMM_WORLD), MPI_SUCCESS);
  CHECK_EQUAL(MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &failed), MPI_SUCCESS);
  check_empty(&failed);
}

static void shrunk(void) {
  MPI_Comm left;
  CHECK_EQUAL(MPIX_Comm_shrink(MPI_COMM_WORLD, &left), MPI_SUCCESS);
  CHECK_EQUAL(size_of(left), size);
  check_world_order(left, 0, 1);
  MPI_Comm_free(&left);
}

static void revoked(void) {
  MPI_Comm copy;
  int flag = -1;
  CHECK_EQUAL(MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag), MPI_SUCCESS);
  CHECK_EQUAL(flag, 0);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  CHECK_EQUAL(MPIX_Comm_revoke(copy), MPI_SUCCESS);
  CHECK_EQUAL(MPIX_Comm_is_revoked(copy, &flag), MPI_SUCCESS);
  CHECK_EQUAL(flag, 1);
  MPI_Comm_free(&copy);
  CHECK_EQUAL(MPIX_Comm_is_revoked(MPI_COMM_WORLD, &flag), MPI_SUCCESS);
  CHECK_EQUAL(flag, 0);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  agreements();
  nobody_failed();
  shrunk();
  revoked();
  return finish();
}
