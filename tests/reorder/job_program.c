/* A program for tests of whole jobs: talks half the job away (with JOB_QUADS=1 also with its neighbour and with that
 * one's partner; with JOB_GRID=C instead with its neighbours in a grid of C columns), prints which process has which
 * role, and ends as it is told.
 *
 * usage: job_program [STATUS|abort|exit|chdir|sleep|wait]
 *
 * `wait` writes started.PID and goes on when there is a file `go`. `sleep` writes the number of the process into
 * asleep.RANK and waits for a signal; with JOB_HANDLES_SIGTERM=1 it has a handler of its own, which ends it with status
 * 4. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kBytes = 100000, kRounds = 10 };

static char out[kBytes], in[kBytes];

static int process_number(void) {
  const char* number = getenv("OMPI_COMM_WORLD_RANK");
  if (number == NULL) number = getenv("PMIX_RANK");
  if (number == NULL) number = getenv("PMI_RANK");
  return number == NULL ? 0 : atoi(number);
}

static void send_and_receive(int to, int from) {
  for (int round = 0; round < kRounds; ++round) {
    MPI_Sendrecv(out, kBytes, MPI_BYTE, to, 0, in, kBytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void talk_with(int partner) { send_and_receive(partner, partner); }

static void talk_in_grid(int rank, int size, int columns) {
  const int left = rank % columns > 0 ? rank - 1 : MPI_PROC_NULL;
  const int right = rank % columns < columns - 1 && rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  const int up = rank >= columns ? rank - columns : MPI_PROC_NULL;
  const int down = rank + columns < size ? rank + columns : MPI_PROC_NULL;
  send_and_receive(right, left);
  send_and_receive(left, right);
  send_and_receive(down, up);
  send_and_receive(up, down);
}

static void talk(int rank, int size) {
  const char* columns = getenv("JOB_GRID");
  if (columns != NULL) {
    talk_in_grid(rank, size, atoi(columns));
    return;
  }
  const int partner = (rank + size / 2) % size;
  talk_with(partner);
  if (getenv("JOB_QUADS") != NULL) {
    talk_with(rank ^ 1);
    talk_with(partner ^ 1);
  }
}

static void print_order(int rank, int size) {
  int processes[1024];
  const int mine = process_number();
  MPI_Gather(&mine, 1, MPI_INT, processes, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  printf("processes");
  for (int role = 0; role < size; ++role) printf(" %d", processes[role]);
  printf("\n");
  fflush(stdout);
}

static void end_by_own_handler(int number) { _exit(number == SIGTERM ? 4 : 5); }

static void write_number(const char* state, int number) {
  char unfinished[32], name[32];
  snprintf(unfinished, sizeof unfinished, "unfinished.%d", number);
  snprintf(name, sizeof name, "%s.%d", state, number);
  FILE* file = fopen(unfinished, "w");
  if (file == NULL) return;
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
  rename(unfinished, name);
}

static void sleep_for_ever(int rank) {
  write_number("asleep", rank);
  while (1) pause();
}

static void wait_for_go(void) {
  write_number("started", (int)getpid());
  while (access("go", F_OK) != 0) usleep(10000);
}

/* Launchers end a job at the first process that fails, and may lose lines of the others that are still on their way
 * between the hosts: every process waits for these lines, and the process that prints goes first. */
static void let_output_arrive(int rank, int status) {
  if (status != 0) usleep(rank == 0 ? 100000 : 400000);
}

int main(int argc, char** argv) {
  if (getenv("JOB_HANDLES_SIGTERM") != NULL) signal(SIGTERM, end_by_own_handler);
  const char* end = argc > 1 ? argv[1] : "0";
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  talk(rank, size);
  print_order(rank, size);
  if (strcmp(end, "abort") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1) MPI_Abort(MPI_COMM_WORLD, 7);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (strcmp(end, "sleep") == 0) sleep_for_ever(rank);
  if (strcmp(end, "wait") == 0) wait_for_go();
  if (strcmp(end, "exit") == 0) exit(9);
  if (strcmp(end, "chdir") == 0 && chdir("/") != 0) return 1;
  MPI_Finalize();
  let_output_arrive(rank, atoi(end));
  return atoi(end);
}
