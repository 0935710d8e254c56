/* Lets memory run out for TopoMorph's library alone: preloaded before it, fails what it allocates, in one process.
 *
 * NO_MEMORY_RANK  process of the launcher whose memory runs out ("all": of every process)
 * NO_MEMORY_FROM  number of the first allocation that fails, from 1; 0: none
 * NO_MEMORY_FOR   how many of them fail
 * NO_MEMORY_TELL  a file that gets the number of allocations at the end */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void* __libc_malloc(size_t size);

/* Code of the front and of the back. */
static struct { uintptr_t begin, end; } parts[2];
static atomic_int known_parts;
static atomic_long allocations;
static long first_failing, failing;

static int find_part(struct dl_phdr_info* info, size_t size, void* name) {
  (void)size;
  if (strstr(info->dlpi_name, name) == NULL) return 0;
  const int part = atomic_load(&known_parts);
  parts[part].begin = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const uintptr_t end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && end > parts[part].end) parts[part].end = end;
  }
  atomic_store(&known_parts, part + 1);
  return 1;
}

static int is_ours(uintptr_t caller) {
  for (int i = 0; i < atomic_load(&known_parts); ++i)
    if (caller >= parts[i].begin && caller < parts[i].end) return 1;
  return 0;
}

static int is_chosen(void) {
  const char *chosen = getenv("NO_MEMORY_RANK"), *rank = getenv("OMPI_COMM_WORLD_RANK");
  return chosen != NULL && (strcmp(chosen, "all") == 0 || (rank != NULL && strcmp(chosen, rank) == 0));
}

__attribute__((constructor)) static void choose(void) {
  if (!is_chosen()) return;
  dl_iterate_phdr(find_part, "libtopomorph.so");
  first_failing = atol(getenv("NO_MEMORY_FROM"));
  failing = getenv("NO_MEMORY_FOR") == NULL ? 1 : atol(getenv("NO_MEMORY_FOR"));
}

__attribute__((destructor)) static void tell(void) {
  const char* path = getenv("NO_MEMORY_TELL");
  if (path == NULL || atomic_load(&known_parts) == 0) return;
  FILE* file = fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&allocations));
  fclose(file);
}

void* malloc(size_t size) {
  const uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (is_ours(caller)) {
    const long number = atomic_fetch_add(&allocations, 1) + 1;
    if (first_failing > 0 && number >= first_failing && number < first_failing + failing) return NULL;
  }
  return __libc_malloc(size);
}

/* The front opens the back. Its own constructors are not counted: the C++ runtime takes its reserve for exceptions there. */
void* dlopen(const char* file, int mode) {
  static void* (*next)(const char*, int);
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, "dlopen");
  void* const library = next(file, mode);
  const int is_back = file != NULL && strstr(file, "libtopomorph-") != NULL;
  if (is_back && atomic_load(&known_parts) == 1) dl_iterate_phdr(find_part, "libtopomorph-");
  return library;
}
