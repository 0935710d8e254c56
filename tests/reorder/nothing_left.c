/* Fails if Open MPI asks for the progress of nonblocking collectives after MPI_Init, though the program has made none:
 * whatever waits would be slower. Passes without a word where the MPI library's internals are others. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

typedef int (*Progress)(void);

static int find(struct dl_phdr_info* library, size_t size, void* found) {
  (void)size;
  if (strstr(library->dlpi_name, "mca_coll_libnbc") == NULL) return 0;
  *(void**)found = dlopen(library->dlpi_name, RTLD_NOLOAD | RTLD_LAZY);
  return 1;
}

/* Open MPI returns 0 if the function was in its list. */
static int is_asked(void) {
  void *component = NULL, *libraries = dlopen("libopen-pal.so.40", RTLD_NOLOAD | RTLD_LAZY);
  dl_iterate_phdr(find, &component);
  if (component == NULL || libraries == NULL) return 0;
  int (*unregister)(Progress) = NULL;
  Progress progress = NULL;
  *(void**)&unregister = dlsym(libraries, "opal_progress_unregister");
  *(void**)&progress = dlsym(component, "ompi_coll_libnbc_progress");
  return unregister != NULL && progress != NULL && unregister(progress) == 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int asked = is_asked();
  if (asked) fprintf(stderr, "Open MPI asks for the progress of nonblocking collectives, expected: there was none\n");
  MPI_Finalize();
  return asked;
}
