// A preloaded library that measures how long a process is between MPI_Init and MPI_Finalize, without starting the job.
// Each process appends a line with its seconds to the file JOB_CLOCK. Fortran's calls do not pass through MPI_Init.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static struct timespec began;

static void begin(void) { clock_gettime(CLOCK_MONOTONIC, &began); }

static void end(void) {
  struct timespec now;
  char line[64];
  const char* const path = getenv("JOB_CLOCK");
  const int file = path == NULL ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0) return;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double seconds = (double)(now.tv_sec - began.tv_sec) + 1e-9 * (double)(now.tv_nsec - began.tv_nsec);
  const int length = snprintf(line, sizeof line, "%.6f\n", seconds);
  if (write(file, line, (size_t)length) != length) perror(path);
  close(file);
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

int MPI_Init(int* argc, char*** argv) {
  const int status = NEXT(int (*)(int*, char***), "MPI_Init")(argc, argv);
  begin();
  return status;
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int status = NEXT(int (*)(int*, char***, int, int*), "MPI_Init_thread")(argc, argv, required, provided);
  begin();
  return status;
}

int MPI_Finalize(void) {
  end();
  return NEXT(int (*)(void), "MPI_Finalize")();
}

void mpi_init_(int* status) {
  NEXT(void (*)(int*), "mpi_init_")(status);
  begin();
}

void mpi_init_thread_(int* required, int* provided, int* status) {
  NEXT(void (*)(int*, int*, int*), "mpi_init_thread_")(required, provided, status);
  begin();
}

void mpi_finalize_(int* status) {
  end();
  NEXT(void (*)(int*), "mpi_finalize_")(status);
}
