// Looks pthread_create up, so that a program without threads needs no library for them.
#include "runtime/process/thread.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>

namespace topomorph::process {

bool in_thread(void* (*work)(void*), void* given) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  const auto create = reinterpret_cast<Create>(dlsym(RTLD_DEFAULT, "pthread_create"));
  if (create == nullptr) return false;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int error = create(&thread, &attributes, work, given);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

}  // namespace topomorph::process
