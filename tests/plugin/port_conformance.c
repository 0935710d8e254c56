/* Ports and sockets: two halves of the job connect as separate programs do, each in the order of its own ranks. */
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "conformance.h"

static int rank, size;

/* All processes of one half hear from rank 0 of the other. */
static void check_bridge(MPI_Comm bridge, int remote_size, int remote_first) {
  int found = -1, got = -1, inter = 0;
  MPI_Comm_test_inter(bridge, &inter);
  CHECK_EQUAL(inter, 1);
  MPI_Comm_remote_size(bridge, &found);
  CHECK_EQUAL(found, remote_size);
  MPI_Request request;
  MPI_Irecv(&got, 1, MPI_INT, 0, 4, bridge, &request);
  if (rank_in(bridge) == 0)
    for (int r = 0; r < remote_size; ++r) MPI_Send(&rank, 1, MPI_INT, r, 4, bridge);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_EQUAL(got, remote_first);
}

static void ports(void) {
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm half, bridge;
  const int upper = rank >= size / 2;
  if (size < 2) return;
  MPI_Comm_split(MPI_COMM_WORLD, upper, rank, &half);
  if (rank == 0) MPI_Open_port(MPI_INFO_NULL, port);
  MPI_Bcast(port, sizeof port, MPI_CHAR, 0, MPI_COMM_WORLD);
  if (upper)
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &bridge);
  else
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, half, &bridge);
  check_bridge(bridge, upper ? size / 2 : size - size / 2, upper ? 0 : size / 2);
  MPI_Comm_disconnect(&bridge);
  if (rank == 0) MPI_Close_port(port);
  MPI_Comm_free(&half);
}

/* Without a name server publishing may fail: with an error raised on MPI_COMM_WORLD, whose handler returns it. */
static void names(void) {
  char port[MPI_MAX_PORT_NAME] = "", service[64];
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  snprintf(service, sizeof service, "conformance %ld", (long)getpid());
  CHECK(MPI_Lookup_name(service, MPI_INFO_NULL, port) != MPI_SUCCESS);
  if (MPI_Publish_name(service, MPI_INFO_NULL, "port") == MPI_SUCCESS) {
    CHECK_EQUAL(MPI_Lookup_name(service, MPI_INFO_NULL, port), MPI_SUCCESS);
    CHECK(strcmp(port, "port") == 0);
    CHECK_EQUAL(MPI_Unpublish_name(service, MPI_INFO_NULL, "port"), MPI_SUCCESS);
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static struct sockaddr_un address_of(const char* path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  return address;
}

/* Ranks 0 and 1 share a socket. */
static int common_socket(const char* path) {
  const struct sockaddr_un address = address_of(path);
  int mine = socket(AF_UNIX, SOCK_STREAM, 0), joined = mine;
  if (rank == 0) {
    CHECK_EQUAL(bind(mine, (const struct sockaddr*)&address, sizeof address), 0);
    listen(mine, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) joined = accept(mine, NULL, NULL);
  if (rank == 1) CHECK_EQUAL(connect(mine, (const struct sockaddr*)&address, sizeof address), 0);
  if (rank == 0) close(mine);
  return joined;
}

static void sockets(void) {
  char path[64] = "";
  MPI_Comm bridge;
  if (size < 2) return;
  if (rank == 0) snprintf(path, sizeof path, "port_conformance.%ld", (long)getpid());
  MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
  const int joined = common_socket(path);
  if (rank < 2) {
    CHECK_EQUAL(MPI_Comm_join(joined, &bridge), MPI_SUCCESS);
    check_bridge(bridge, 1, 1 - rank);
    MPI_Comm_disconnect(&bridge);
  }
  close(joined);
  if (rank == 0) unlink(path);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = rank_in(MPI_COMM_WORLD);
  size = size_of(MPI_COMM_WORLD);
  ports();
  names();
  sockets();
  return finish();
}
