/* Prints what a library could have changed in a process that does not call MPI: threads, open files, environment,
 * signal dispositions and mask. */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

extern char** environ;

static int entries_of(const char* folder) {
  int entries = 0;
  DIR* open = opendir(folder);
  while (readdir(open) != NULL) ++entries;
  closedir(open);
  return entries;
}

int main(void) {
  printf("threads %d files %d\n", entries_of("/proc/self/task"), entries_of("/proc/self/fd"));
  for (char** variable = environ; *variable != NULL; ++variable) {
    if (strncmp(*variable, "LD_PRELOAD=", 11) != 0) puts(*variable);
  }
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL) printf("signal %d is handled\n", number);
  }
  sigset_t mask;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  for (int number = 1; number < NSIG; ++number) {
    if (sigismember(&mask, number) == 1) printf("signal %d is blocked\n", number);
  }
  return 0;
}
