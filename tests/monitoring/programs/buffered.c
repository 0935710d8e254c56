// Persistent buffered sends that are started again while their messages are still on the way. For any even number of
// ranks, which form pairs.
#include <mpi.h>
#include <stdlib.h>

enum { kLarge = 1000000, kStarts = 10, kSmall = 20000, kRequests = 20, kRounds = 3 };

static void receive(char* in, int bytes, int times, int partner, int tag) {
  for (int i = 0; i < times; ++i) MPI_Recv(in, bytes, MPI_BYTE, partner, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  MPI_Request one, many[kRequests];
  int rank, room = kStarts * (kLarge + MPI_BSEND_OVERHEAD) + kRequests * kRounds * (kSmall + MPI_BSEND_OVERHEAD);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int partner = rank ^ 1;
  char *out = calloc(1, kLarge), *in = malloc(kLarge);
  void* buffer = malloc((size_t)room);
  MPI_Buffer_attach(buffer, room);
  MPI_Bsend_init(out, kLarge, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &one);
  for (int i = 0; i < kRequests; ++i) MPI_Bsend_init(out, kSmall, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &many[i]);
  for (int i = 0; i < kStarts; ++i) MPI_Start(&one), MPI_Wait(&one, MPI_STATUS_IGNORE);
  for (int i = 0; i < kRounds; ++i) MPI_Startall(kRequests, many), MPI_Waitall(kRequests, many, MPI_STATUSES_IGNORE);
  receive(in, kLarge, kStarts, partner, 0);
  receive(in, kSmall, kRequests * kRounds, partner, 1);
  MPI_Buffer_detach(&buffer, &room);
  MPI_Request_free(&one);
  for (int i = 0; i < kRequests; ++i) MPI_Request_free(&many[i]);
  MPI_Finalize();
  return 0;
}
