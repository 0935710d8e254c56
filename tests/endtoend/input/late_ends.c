/* Programs that finalize late, are told to end, or do not finalize at all.
 *
 * usage: late_ends WAY [WAY of odd ranks]
 *
 * main, atexit, static (as a C++ static object's destructor is called), destructor (of the program), library (the destructor of a shared
 * library, where there is one: weak), thread and signal (exit() from another thread, or from a signal handler, finalized by an exit handler),
 * quick_exit, _exit;
 * chained: SIGTERM meets a handler that was set after MPI_Init and calls the one before it; chained_exit: it then ends the process itself;
 * restored: the handler found after MPI_Init is set again after MPI_Finalize, and SIGTERM comes then; unheard: the same before MPI_Finalize.
 *
 * Prints a line on rank 0 of the world's sum, and ends with status 3. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern int __cxa_atexit(void (*)(void*), void*, void*);
extern void* __dso_handle;
void finalize_in_library(void) __attribute__((weak));

static int in_destructor, status = 3;
static volatile sig_atomic_t told;
static struct sigaction before;

static void finalize(void) {
  int rank, mine = 1, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d finalize\n", sum);
  fflush(stdout);
  MPI_Finalize();
}

static void finalize_object(void* unused) {
  (void)unused;
  finalize();
}

__attribute__((destructor)) static void at_the_end(void) {
  if (in_destructor) finalize();
}

static void* leave(void* unused) {
  exit(status);
  return unused;
}

static void leave_now(int number) { exit(number == SIGTERM ? status : 1); }

static void call_before(int number) {
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) before.sa_handler(number);
  told = 1;
}

static void end_after(int number) {
  call_before(number);
  _exit(status);
}

static void handle(void (*handler)(int)) {
  struct sigaction mine;
  memset(&mine, 0, sizeof mine);
  mine.sa_handler = handler;
  sigaction(SIGTERM, &mine, &before);
}

int main(int argc, char** argv) {
  const char* way = argv[1];
  int rank;
  pthread_t thread;
  const int late = strcmp(way, "static") == 0 ? __cxa_atexit(finalize_object, NULL, &__dso_handle) : 0;
  const int last = strcmp(way, "atexit") == 0 || strcmp(way, "thread") == 0 || strcmp(way, "signal") == 0 ? atexit(finalize) : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank % 2 == 1 && argc > 2) way = argv[2];
  if (argc > 2 && strcmp(way, "atexit") == 0) atexit(finalize);
  const struct {
    const char* name;
    void (*handler)(int);
  } handlers[] = {{"chained", call_before}, {"chained_exit", end_after}, {"restored", SIG_IGN}, {"unheard", SIG_IGN}};
  for (int i = 0; i < 4; ++i)
    if (strcmp(way, handlers[i].name) == 0) handle(handlers[i].handler);
  if (strncmp(way, "chained", 7) == 0) {
    MPI_Barrier(MPI_COMM_WORLD);
    raise(SIGTERM);
    if (told && rank == 0) puts("checkpoint");
    finalize();
  }
  if (strcmp(way, "unheard") == 0) sigaction(SIGTERM, &before, NULL), raise(SIGTERM);
  if (strcmp(way, "restored") == 0) finalize(), sigaction(SIGTERM, &before, NULL), raise(SIGTERM);
  if (strcmp(way, "main") == 0) finalize();
  in_destructor = strcmp(way, "destructor") == 0;
  if (strcmp(way, "library") == 0 && finalize_in_library != NULL) finalize_in_library();
  if (strcmp(way, "thread") == 0 && pthread_create(&thread, NULL, leave, NULL) == 0) pthread_join(thread, NULL);
  if (strcmp(way, "signal") == 0) handle(leave_now), raise(SIGTERM);
  if (strcmp(way, "quick_exit") == 0) quick_exit(status);
  if (strcmp(way, "_exit") == 0) _exit(status);
  return status + late + last;
}
