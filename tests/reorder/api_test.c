/* Tests tm_reorder, tm_permutation, tm_redistribute, phases and versions in a program that is linked with the library.
 *
 * TOPOMORPH_TOPOLOGY describes the machine, so that there is something to gain on one host. `expect` (first argument)
 * is "reordered" or "kept": whether an order other than the launcher's must come out. */
#include <topomorph.h>

#include "tests/plugin/conformance.h"

static int expect_reordered;

/* Each process exchanges data with the one half the job away: the worst pattern for processes placed in blocks. */
static void talk_to_partner(MPI_Comm comm, int bytes) {
  const int partner = (rank_in(comm) + size_of(comm) / 2) % size_of(comm);
  char* out = calloc((size_t)bytes, 1);
  char* in = malloc((size_t)bytes);
  MPI_Sendrecv(out, bytes, MPI_BYTE, partner, 0, in, bytes, MPI_BYTE, partner, 0, comm, MPI_STATUS_IGNORE);
  free(out);
  free(in);
}

static int is_identity(const int* ranks, int size) {
  for (int i = 0; i < size; ++i) {
    if (ranks[i] != i) return 0;
  }
  return 1;
}

/* ranks[old rank of this process] must be its new rank, on every process. */
static void check_permutation(MPI_Comm old, MPI_Comm reordered, int must_differ) {
  const int size = size_of(old);
  int* ranks = malloc(sizeof(int) * (size_t)size);
  CHECK_EQUAL(tm_permutation(reordered, ranks), MPI_SUCCESS);
  CHECK_EQUAL(ranks[rank_in(old)], rank_in(reordered));
  CHECK_EQUAL(ranks[0], 0);
  CHECK_EQUAL(!is_identity(ranks, size), must_differ);
  MPI_Comm duplicate;
  MPI_Comm_dup(reordered, &duplicate);
  int* again = malloc(sizeof(int) * (size_t)size);
  CHECK_EQUAL(tm_permutation(duplicate, again), MPI_SUCCESS);
  CHECK_EQUAL(memcmp(ranks, again, sizeof(int) * (size_t)size), 0);
  MPI_Comm_free(&duplicate);
  free(again);
  free(ranks);
}

static long value_of(int role, int i) { return role * 1000000L + i; }

static int count_of(int role) { return role % 3 == 2 ? 0 : 10 + 1000 * role; }

/* The data of role r must be with the process that is rank r now, whatever their size. */
static void check_redistribution(MPI_Comm old, MPI_Comm reordered) {
  const int old_role = rank_in(old), new_role = rank_in(reordered), size = size_of(old);
  long* mine = malloc(sizeof(long) * (size_t)(count_of(old_role) + 1));
  for (int i = 0; i < count_of(old_role); ++i) mine[i] = value_of(old_role, i);
  const MPI_Count capacity = count_of(size) + 1000L * size;
  long* received = malloc(sizeof(long) * (size_t)capacity);
  MPI_Count count = -1;
  CHECK_EQUAL(tm_redistribute(old, reordered, mine, count_of(old_role), MPI_LONG, received, capacity, &count),
              MPI_SUCCESS);
  CHECK_EQUAL(count, count_of(new_role));
  for (int i = 0; i < count; ++i) {
    if (received[i] != value_of(new_role, i)) {
      CHECK_EQUAL(received[i], value_of(new_role, i));
      break;
    }
  }
  free(mine);
  free(received);
}

/* Too little room on any process: an error on all, the sizes nevertheless, and no byte moved. */
static void check_too_little_room(MPI_Comm old, MPI_Comm reordered) {
  const int outgoing = 5 + rank_in(old);
  int data[64], received[64];
  for (int i = 0; i < 64; ++i) data[i] = i, received[i] = -1;
  const MPI_Count capacity = rank_in(reordered) == 0 ? 4 : 64;
  MPI_Count count = -1;
  CHECK_EQUAL(tm_redistribute(old, reordered, data, outgoing, MPI_INT, received, capacity, &count), MPI_ERR_TRUNCATE);
  CHECK_EQUAL(count, 5 + rank_in(reordered));
  CHECK_EQUAL(received[0], -1);
  CHECK_EQUAL(tm_redistribute(old, reordered, data, outgoing, MPI_INT, NULL, 0, &count), MPI_ERR_TRUNCATE);
  CHECK_EQUAL(count, 5 + rank_in(reordered));
}

/* A datatype with holes: elements lie an extent apart. */
static void check_strided_type(MPI_Comm old, MPI_Comm reordered) {
  MPI_Datatype every_other, resized;
  MPI_Type_contiguous(1, MPI_INT, &every_other);
  MPI_Type_create_resized(every_other, 0, 2 * (MPI_Aint)sizeof(int), &resized);
  MPI_Type_commit(&resized);
  int data[20], received[20];
  for (int i = 0; i < 20; ++i) data[i] = 100 * rank_in(old) + i, received[i] = -1;
  MPI_Count count = 0;
  CHECK_EQUAL(tm_redistribute(old, reordered, data, 10, resized, received, 10, &count), MPI_SUCCESS);
  CHECK_EQUAL(count, 10);
  CHECK_EQUAL(received[18], 100 * rank_in(reordered) + 18);
  CHECK_EQUAL(received[17], -1);
  MPI_Type_free(&resized);
  MPI_Type_free(&every_other);
}

static void check_arguments(void) {
  MPI_Comm none = MPI_COMM_NULL;
  MPI_Count count = 0;
  int ranks[64];
  CHECK_EQUAL(tm_reorder(MPI_COMM_NULL, &none), MPI_ERR_COMM);
  CHECK_EQUAL(tm_reorder(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
  CHECK_EQUAL(tm_permutation(MPI_COMM_NULL, ranks), MPI_ERR_COMM);
  CHECK_EQUAL(tm_permutation(MPI_COMM_SELF, ranks), MPI_ERR_COMM);
  CHECK_EQUAL(tm_permutation(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
  CHECK_EQUAL(tm_redistribute(MPI_COMM_NULL, MPI_COMM_WORLD, NULL, 0, MPI_INT, NULL, 0, &count), MPI_ERR_COMM);
  CHECK_EQUAL(tm_redistribute(MPI_COMM_WORLD, MPI_COMM_WORLD, NULL, -1, MPI_INT, NULL, 0, &count), MPI_ERR_COUNT);
  CHECK_EQUAL(tm_redistribute(MPI_COMM_WORLD, MPI_COMM_WORLD, NULL, 0, MPI_DATATYPE_NULL, NULL, 0, &count),
              MPI_ERR_TYPE);
  CHECK_EQUAL(tm_redistribute(MPI_COMM_WORLD, MPI_COMM_WORLD, NULL, 0, MPI_INT, NULL, 0, NULL), MPI_ERR_ARG);
  if (size_of(MPI_COMM_WORLD) > 1) {
    CHECK_EQUAL(tm_redistribute(MPI_COMM_WORLD, MPI_COMM_SELF, NULL, 0, MPI_INT, NULL, 0, &count), MPI_ERR_COMM);
  }
  CHECK_EQUAL(tm_phase(NULL), MPI_ERR_ARG);
}

/* The numbers and the text of the version agree, and null pointers are skipped. */
static void check_version(void) {
  int major = -1, minor = -1, patch = -1;
  char text[64];
  CHECK_EQUAL(tm_version(&major, &minor, &patch), MPI_SUCCESS);
  CHECK_EQUAL(tm_version(NULL, NULL, NULL), MPI_SUCCESS);
  snprintf(text, sizeof text, "%d.%d.%d", major, minor, patch);
  CHECK_EQUAL(strcmp(tm_version_string(), text), 0);
  CHECK_EQUAL(tm_api_version(), TOPOMORPH_API_VERSION);
}

static void check_intercommunicator(void) {
  const int size = size_of(MPI_COMM_WORLD), upper = rank_in(MPI_COMM_WORLD) >= size / 2;
  if (size < 2) return;
  MPI_Comm half, inter, none = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, upper ? 0 : size / 2, 1, &inter);
  CHECK_EQUAL(tm_reorder(inter, &none), MPI_ERR_COMM);
  CHECK(none == MPI_COMM_NULL);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

static void check_reorder(MPI_Comm comm, int must_differ) {
  MPI_Comm reordered = MPI_COMM_NULL;
  CHECK_EQUAL(tm_reorder(comm, &reordered), MPI_SUCCESS);
  CHECK_EQUAL(size_of(reordered), size_of(comm));
  if (rank_in(comm) == 0) CHECK_EQUAL(rank_in(reordered), 0);
  check_permutation(comm, reordered, must_differ);
  check_redistribution(comm, reordered);
  check_too_little_room(comm, reordered);
  check_strided_type(comm, reordered);
  int sum = 0, one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, reordered);
  CHECK_EQUAL(sum, size_of(comm));
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(reordered, &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_Comm_free(&reordered);
}

/* Traffic before a reset, or while counting is off, must not matter. */
static void check_monitor_control(void) {
  talk_to_partner(MPI_COMM_WORLD, 100000);
  CHECK_EQUAL(tm_monitor_reset(), MPI_SUCCESS);
  check_reorder(MPI_COMM_WORLD, 0);
  CHECK_EQUAL(tm_monitor_stop(), MPI_SUCCESS);
  talk_to_partner(MPI_COMM_WORLD, 100000);
  check_reorder(MPI_COMM_WORLD, 0);
  CHECK_EQUAL(tm_monitor_start(), MPI_SUCCESS);
}

/* In a communicator with other ranks than the world, roles are its own ranks. */
static void check_backward_communicator(int must_differ) {
  MPI_Comm backward;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_in(MPI_COMM_WORLD), &backward);
  MPI_Comm_set_errhandler(backward, MPI_ERRORS_RETURN);
  tm_monitor_reset();
  talk_to_partner(backward, 100000);
  check_reorder(backward, must_differ);
  MPI_Comm_free(&backward);
}

static void check_before_init(void) {
  MPI_Comm none;
  int ranks[1];
  CHECK_EQUAL(tm_reorder(MPI_COMM_WORLD, &none), MPI_ERR_COMM);
  CHECK_EQUAL(tm_permutation(MPI_COMM_WORLD, ranks), MPI_ERR_COMM);
}

int main(int argc, char** argv) {
  check_version();
  check_before_init();
  MPI_Init(&argc, &argv);
  expect_reordered = argc > 1 && strcmp(argv[1], "reordered") == 0;
  const int must_differ = expect_reordered && size_of(MPI_COMM_WORLD) > 2;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int ranks[64];
  CHECK_EQUAL(tm_permutation(MPI_COMM_WORLD, ranks), MPI_SUCCESS);
  CHECK(is_identity(ranks, size_of(MPI_COMM_WORLD)));
  check_arguments();
  check_intercommunicator();
  check_monitor_control();
  CHECK_EQUAL(tm_phase("work"), MPI_SUCCESS);
  talk_to_partner(MPI_COMM_WORLD, 100000);
  CHECK_EQUAL(tm_phase(""), MPI_SUCCESS);
  check_reorder(MPI_COMM_WORLD, must_differ);
  check_backward_communicator(must_differ);
  return finish();
}
