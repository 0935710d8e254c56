/* Two user-level threads: while the first waits in a barrier, the second asks for its rank, on the same thread of the
 * system; with "moved", the first goes on in another thread of the system.
 *
 * MPI's wait calls sched_yield, which here changes to the other user-level thread, as libraries that are built for such
 * threads do. Ends with status 3 if the second sees the same rank as main() did. */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { kStack = 1 << 18 };
static ucontext_t first, second, home, mover_home;
static pthread_t system_thread;
static volatile int may_change, moved, first_done, second_saw = -1, go;
static int is_moved;

int sched_yield(void) {
  if (may_change && pthread_equal(pthread_self(), system_thread)) {
    may_change = 0;
    swapcontext(&first, &second);
  } else {
    syscall(SYS_sched_yield);
  }
  return 0;
}

static void* mover(void* unused) {
  while (!go) usleep(100);
  moved = 1;
  swapcontext(&mover_home, &first);
  return unused;
}

static void run_first(void) {
  may_change = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  first_done = 1;
  setcontext(moved ? &mover_home : &home);
}

static __attribute__((noinline)) int rank_from_deeper(void) {
  volatile char room[512];
  int rank = -1;
  room[0] = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank + room[0];
}

static void run_second(void) {
  second_saw = rank_from_deeper();
  if (!is_moved) swapcontext(&second, &first);
  go = 1;
  while (!first_done) usleep(100);
  setcontext(&home);
}

static void prepare(ucontext_t* context, void (*function)(void)) {
  getcontext(context);
  context->uc_stack.ss_sp = malloc(kStack);
  context->uc_stack.ss_size = kStack;
  makecontext(context, function, 0);
}

int main(int argc, char** argv) {
  int provided, rank, later;
  pthread_t thread;
  is_moved = argc > 1 && strcmp(argv[1], "moved") == 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  system_thread = pthread_self();
  if (rank != 0) {
    usleep(300000);
    MPI_Barrier(MPI_COMM_WORLD);
  } else {
    pthread_create(&thread, NULL, mover, NULL);
    prepare(&first, run_first);
    prepare(&second, run_second);
    swapcontext(&home, &first);
    if (is_moved) pthread_join(thread, NULL);
  }
  later = rank_from_deeper();
  if (rank == 0) printf("%s %s\n", second_saw == 0 ? "same" : second_saw < 0 ? "not asked" : "other", later == rank ? "same" : "other");
  MPI_Finalize();
  return second_saw == 0 || rank != 0 ? 3 : 4;
}
