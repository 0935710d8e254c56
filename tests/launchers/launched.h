/* What the launcher says of this process in the environment: Open MPI's mpirun, or one that speaks PMI. */
#ifndef TOPOMORPH_TESTS_LAUNCHERS_LAUNCHED_H
#define TOPOMORPH_TESTS_LAUNCHERS_LAUNCHED_H

#include <stdlib.h>

static inline const char* launched_rank(void) {
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  return rank != NULL ? rank : getenv("PMI_RANK");
}

static inline const char* launched_size(void) {
  const char* size = getenv("OMPI_COMM_WORLD_SIZE");
  return size != NULL ? size : getenv("PMI_SIZE");
}

#endif
