/* Programs that end in unusual ways keep their own exit status: `exit`, `fork`, `abort`, `exec`, `nompi`; `fatal` and
 * `fatal_type` end by an error without a handler. */
#include <sys/wait.h>
#include <unistd.h>

#include "conformance.h"

/* A forked child that exits does not take part in MPI. */
static int forked(void) {
  const pid_t child = fork();
  if (child == 0) exit(5);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  return finish();
}

/* A program that a process becomes by exec after MPI_Init is a new program, in which the plugin is loaded and does
 * nothing. */
static int executed(void) {
  const pid_t child = fork();
  if (child == 0) execlp("sh", "sh", "-c", "exit 6", (char*)NULL);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 6);
  return finish();
}

/* The message names the communicator that the program used, or the world if it used none. */
static int failed(int sends) {
  int value = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (sends)
    MPI_Send(&value, 1, MPI_INT, size_of(MPI_COMM_WORLD) + 3, 0, MPI_COMM_WORLD);
  else
    MPI_Type_size(MPI_DATATYPE_NULL, &value);
  return 98;
}

int main(int argc, char** argv) {
  const char* ending = argc > 1 ? argv[1] : "";
  if (strcmp(ending, "nompi") == 0) return 3;
  MPI_Init(&argc, &argv);
  if (strcmp(ending, "exit") == 0) exit(rank_in(MPI_COMM_WORLD) == expected_rank() ? 0 : 1); /* no MPI_Finalize */
  if (strcmp(ending, "abort") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Abort(MPI_COMM_WORLD, 7);
  }
  if (strcmp(ending, "fork") == 0) return forked();
  if (strcmp(ending, "exec") == 0) return executed();
  if (strncmp(ending, "fatal", 5) == 0) return failed(strcmp(ending, "fatal") == 0);
  return 99;
}
