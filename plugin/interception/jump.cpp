// Decides which functions may be jumped to.
#include "plugin/interception/jump.h"

#include <dlfcn.h>

namespace topomorph::jump {

constinit resolve::Table mpi_targets{};
constinit resolve::Table pmpi_targets{};
constinit std::atomic<bool> allowed{true};

void clear() {
  for (auto& target : mpi_targets) target.store(nullptr, std::memory_order_relaxed);
  for (auto& target : pmpi_targets) target.store(nullptr, std::memory_order_relaxed);
}

void learn(std::atomic<void*>& target, void* next) {
  if (!resolve::is_of_the_library(next)) return forbid();
  target.store(next);
  if (!allowed.load()) target.store(nullptr);  // forbidden by another thread meanwhile
}

void forbid() {
  allowed.store(false);
  clear();
}

}  // namespace topomorph::jump
