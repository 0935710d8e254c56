/* Lets memory run out for TopoMorph's library alone: preloaded before it, fails what it allocates, in one process.
 *
 * NO_MEMORY_RANK  process of the launcher whose memory runs out ("all": of every process)
 * NO_MEMORY_FROM  number of the first allocation that fails, from 1; 0: none
 * NO_MEMORY_FOR   how many of them fail
 * NO_MEMORY_TELL  a file that gets the number of allocations at the end */
#define _GNU_SOURCE
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void* __libc_malloc(size_t size);

static uintptr_t begin_of_library, end_of_library;
static atomic_long allocations;
static long first_failing, failing;

static int find_library(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size, (void)unused;
  if (strstr(info->dlpi_name, "libtopomorph.so") == NULL) return 0;
  begin_of_library = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && end > end_of_library) end_of_library = end;
  }
  return 1;
}

static int is_chosen(void) {
  const char *chosen = getenv("NO_MEMORY_RANK"), *rank = getenv("OMPI_COMM_WORLD_RANK");
  return chosen != NULL && (strcmp(chosen, "all") == 0 || (rank != NULL && strcmp(chosen, rank) == 0));
}

/* After the library's own constructors: the C++ runtime in it takes its reserve for exceptions there. */
__attribute__((constructor)) static void choose(void) {
  if (!is_chosen()) return;
  dl_iterate_phdr(find_library, NULL);
  first_failing = atol(getenv("NO_MEMORY_FROM"));
  failing = getenv("NO_MEMORY_FOR") == NULL ? 1 : atol(getenv("NO_MEMORY_FOR"));
}

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("NO_MEMORY_TELL");
  if (path == NULL || end_of_library == 0) return;
  FILE* file = fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&allocations));
  fclose(file);
}

void* malloc(size_t size) {
  const uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (caller >= begin_of_library && caller < end_of_library) {
    const long number = atomic_fetch_add(&allocations, 1) + 1;
    if (first_failing > 0 && number >= first_failing && number < first_failing + failing) return NULL;
  }
  return __libc_malloc(size);
}
