/* Checks for the conformance programs. Each runs without the plugin, in mode monitor, and reordered, and must not see a
 * difference. */
#ifndef TOPOMORPH_TESTS_PLUGIN_CONFORMANCE_H
#define TOPOMORPH_TESTS_PLUGIN_CONFORMANCE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../launchers/launched.h"

#ifdef TOPOMORPH_TEST_PMPI /* the program calls PMPI_X wherever it says MPI_X */
#include "call_pmpi.h"
#endif

/* What MPI 4.0 added, except for large counts: Open MPI 5.0 has it and calls itself 3.1. */
#if MPI_VERSION >= 4 || (defined(OPEN_MPI) && OMPI_MAJOR_VERSION >= 5)
#define CONFORMANCE_MPI_4
#endif

/* A handle as a number, and back. The standard's own interface has other functions for it than those of Fortran. */
#if defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0
#define CONFORMANCE_ABI
#define NUMBER_OF(Kind, handle) MPI_##Kind##_toint(handle)
#define OF_NUMBER(Kind, number) MPI_##Kind##_fromint(number)
#else
#define NUMBER_OF(Kind, handle) MPI_##Kind##_c2f(handle)
#define OF_NUMBER(Kind, number) MPI_##Kind##_f2c(number)
#endif

static int failures = 0;

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(found, expected) check_equal((long)(found), (long)(expected), #found, __FILE__, __LINE__)

static inline void check(int good, const char* text, const char* file, int line) {
  if (good) return;
  ++failures;
  fprintf(stderr, "%s:%d: process %s: not true: %s\n", file, line, launched_rank(), text);
}

static inline void check_equal(long found, long expected, const char* text, const char* file, int line) {
  if (found == expected) return;
  ++failures;
  fprintf(stderr, "%s:%d: process %s: %s is %ld, expected %ld\n", file, line, launched_rank(), text, found, expected);
}

static inline int rank_in(MPI_Comm comm) {
  int rank = -1;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static inline int size_of(MPI_Comm comm) {
  int size = -1;
  MPI_Comm_size(comm, &size);
  return size;
}

/* The rank that the launcher gave, and the rank that this process must have now. */
static inline int process_number(void) { return atoi(launched_rank()); }

static inline int expected_rank(void) {
  const char* permutation = getenv("TOPOMORPH_PERMUTATION");
  const int reversed = permutation != NULL && strcmp(permutation, "reverse") == 0;
  return reversed ? atoi(launched_size()) - 1 - process_number() : process_number();
}

/* Whether `comm` holds these processes in the order of MPI_COMM_WORLD, as every communicator made from it with equal
 * colours and keys does. */
static inline void check_world_order(MPI_Comm comm, int first, int step) {
  int world_rank = rank_in(MPI_COMM_WORLD);
  int* ranks = malloc(sizeof(int) * (size_t)size_of(comm));
  MPI_Allgather(&world_rank, 1, MPI_INT, ranks, 1, MPI_INT, comm);
  for (int i = 0; i < size_of(comm); ++i) CHECK_EQUAL(ranks[i], first + i * step);
  free(ranks);
}

static inline int finish(void) {
  MPI_Finalize();
  if (failures == 0) return 0;
  fprintf(stderr, "%d checks failed\n", failures);
  return 1;
}

#endif
