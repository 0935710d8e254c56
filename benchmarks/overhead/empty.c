/* An empty program. Each process prints the milliseconds from before MPI_Init to after MPI_Finalize, and its memory
   in KB after MPI_Init: resident, and the part that it shares with no process. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

/// Returns the sum of the process's pages of some kinds in KB, from /proc.
static long kilobytes(const char* const kinds[], int count) {
  char line[256];
  long sum = 0;
  FILE* const file = fopen("/proc/self/smaps_rollup", "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    long found = 0;
    for (int i = 0; i < count; ++i) {
      const size_t length = strlen(kinds[i]);
      if (strncmp(line, kinds[i], length) == 0 && sscanf(line + length, ": %ld", &found) == 1) sum += found;
    }
  }
  if (file != NULL) fclose(file);
  return sum;
}

int main(int argc, char** argv) {
  static const char* const resident[] = {"Rss"};
  static const char* const own[] = {"Private_Clean", "Private_Dirty"};
  const double begin = now();
  MPI_Init(&argc, &argv);
  const long rss = kilobytes(resident, 1), alone = kilobytes(own, 2);
  MPI_Finalize();
  printf("{\"ms\": %.3f, \"resident_kb\": %ld, \"private_kb\": %ld}\n", (now() - begin) * 1e3, rss, alone);
  return 0;
}
