// Pauses, resumes and resets the counting around calls; pause_test.py expects what was counted at the time. For any
// even number of ranks, which form pairs.
#include <mpi.h>

int tm_monitor_start(void) __attribute__((weak));
int tm_monitor_stop(void) __attribute__((weak));
int tm_monitor_reset(void) __attribute__((weak));

static char out[4096], in[4096];
static int partner;

static void exchange(int bytes) {
  MPI_Sendrecv(out, bytes, MPI_BYTE, partner, 0, in, sizeof in, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

static void start_both(MPI_Request* send) {
  MPI_Request receive;
  MPI_Irecv(in, sizeof in, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &receive);
  MPI_Start(send);
  MPI_Wait(send, MPI_STATUS_IGNORE), MPI_Wait(&receive, MPI_STATUS_IGNORE);
}

/// Handles are reused: a receive request may have the handle of a send that was freed while counting was paused.
static void reuse_freed_handles(void) {
  MPI_Request requests[16];
  for (int i = 0; i < 16; ++i) MPI_Send_init(out, 1000, MPI_BYTE, partner, 2, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < 16; ++i) MPI_Request_free(&requests[i]);
  for (int i = 0; i < 16; ++i) MPI_Recv_init(in, sizeof in, MPI_BYTE, partner, 2, MPI_COMM_WORLD, &requests[i]);
  tm_monitor_start();
  for (int i = 0; i < 16; ++i) {
    MPI_Start(&requests[i]);
    MPI_Cancel(&requests[i]);
    MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    MPI_Request_free(&requests[i]);
  }
}

int main(int argc, char** argv) {
  MPI_Request send;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  partner = rank ^ 1;
  exchange(1);
  tm_monitor_reset();  // forgets the first
  exchange(10);
  tm_monitor_stop();
  exchange(100);
  MPI_Send_init(out, 1000, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &send);
  start_both(&send);
  tm_monitor_start();
  start_both(&send);  // made while paused, and counted nevertheless
  tm_monitor_stop();
  MPI_Request_free(&send);
  reuse_freed_handles();
  exchange(2000);
  MPI_Finalize();
  return 0;
}
