/* Programs that live in unusual ways: thread, fork_before, fork_after, exec_first, exec_child, no_finalize, no_init.
 *
 * Prints a line on rank 0 (in the order of the world: the sum does not depend on it) and ends with status 3. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(const char* way) {
  int rank, one = 1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%s: %d processes\n", way, sum);
  fflush(stdout);
}

static void* send_to_self(void* unused) {
  int out = 1, in = 0;
  MPI_Sendrecv(&out, 1, MPI_INT, 0, 7, &in, 1, MPI_INT, 0, 7, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return in == 1 ? unused : NULL;
}

/* A child that ends by exit(): it runs the handlers that its parent has registered. */
static void fork_and_wait(const char* program) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    if (program != NULL) execl(program, program, "no_init", (char*)NULL);
    exit(5);
  }
  waitpid(child, &status, 0);
  printf("child ended with %d\n", WEXITSTATUS(status));
  fflush(stdout);
}

int main(int argc, char** argv) {
  const char* way = argc > 1 ? argv[1] : "";
  int provided = 0;
  if (strcmp(way, "no_init") == 0) return 6;
  if (strcmp(way, "exec_first") == 0) execl(argv[0], argv[0], "plain", (char*)NULL);
  if (strcmp(way, "fork_before") == 0) fork_and_wait(NULL);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  if (strcmp(way, "thread") == 0 && provided == MPI_THREAD_MULTIPLE) {
    pthread_t thread;
    pthread_create(&thread, NULL, send_to_self, &provided);
    pthread_join(thread, NULL);
  }
  if (strcmp(way, "fork_after") == 0) fork_and_wait(NULL);
  if (strcmp(way, "exec_child") == 0) fork_and_wait(argv[0]);
  work(way);
  if (strcmp(way, "no_finalize") == 0) return 3;
  MPI_Finalize();
  return 3;
}
