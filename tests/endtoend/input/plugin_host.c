/* A program without MPI that opens plugins privately, and calls their functions: plugin_host ask:FILE work:FILE
 * open:LIBRARY… Each word is a function and a file; `open` calls nothing. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    char* const file = strchr(argv[i], ':') + 1;
    file[-1] = 0;
    void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!library) return puts(dlerror()), 99;
    void (*function)(void) = (void (*)(void))dlsym(library, argv[i]);
    if (function) function();
    fflush(stdout);
  }
  usleep(500000); /* launchers end a job at the first failure: what others have yet to say would be lost */
  return 3;
}
