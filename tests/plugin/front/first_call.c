/* Calls each function of fake_mpi.c once, so that each call finds its target first. Several threads make the first one
 * at the same time. Then calls one that fake_mpi.c lacks: no dlerror() of the search for it is left to the program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

int MPI_Sendrecv(const void*, int, void*, int, int, void*, int, void*, int, int, void*, void*);
int MPI_Pcontrol(const int, ...);
double MPI_Wtime(void);

enum { kThreads = 8 };
static pthread_barrier_t together;

static void* send_and_receive(void* wrong) {
  pthread_barrier_wait(&together);
  *(int*)wrong = MPI_Sendrecv((void*)1, 2, (void*)3, 4, 5, (void*)6, 7, (void*)8, 9, 10, (void*)11, (void*)12);
  return NULL;
}

static const char* error_after_search(void) {
  int (*finalized)(int*) = NULL;
  *(void**)&finalized = dlsym(RTLD_DEFAULT, "MPI_Finalized");
  int flag = 0;
  return finalized == NULL || finalized(&flag) != 0 ? "MPI_Finalized failed" : dlerror();
}

int main(void) {
  pthread_t threads[kThreads];
  int wrong[kThreads], sum = 0;
  pthread_barrier_init(&together, NULL, kThreads);
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, send_and_receive, &wrong[i]);
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    sum += wrong[i];
  }
  const char* const error = error_after_search();
  if (error != NULL) {
    printf("%s\n", error);
    return 1;
  }
  printf("sendrecv %d, pcontrol %d, wtime %g\n", sum,
         MPI_Pcontrol(7, 1 / 8.0, 2 / 8.0, 3 / 8.0, 4 / 8.0, 5 / 8.0, 6 / 8.0, 7 / 8.0, 8 / 8.0, 9 / 8.0), MPI_Wtime());
  return 0;
}
