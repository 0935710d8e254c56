/* A library with the soname of the standard's interface and the functions that first_call.c calls: each says whether its arguments came as
 * they were given. */
#include <stdarg.h>
#include <stdio.h>

int MPI_Init(int* count, char*** words) {
  (void)count, (void)words;
  return 0;
}
int PMPI_Init(int* count, char*** words) { return MPI_Init(count, words); }

/* As many arguments as MPI_Sendrecv has: six in registers, six on the stack. */
int MPI_Sendrecv(const void* a, int b, void* c, int d, int e, void* f, int g, void* h, int i, int j, void* k, void* l) {
  const long given[] = {(long)a, b, (long)c, d, e, (long)f, g, (long)h, i, j, (long)k, (long)l};
  for (int n = 0; n < 12; ++n)
    if (given[n] != n + 1) return n + 1;
  return 0;
}

/* Numbers with a point come in vector registers, whose count is in another register. */
int MPI_Pcontrol(const int level, ...) {
  va_list rest;
  va_start(rest, level);
  int wrong = level != 7;
  for (int n = 1; n <= 9; ++n) wrong += va_arg(rest, double) != n / 8.0;
  va_end(rest);
  return wrong;
}

double MPI_Wtime(void) { return 0.5; }
