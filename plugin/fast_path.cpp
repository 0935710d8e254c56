// Decides which functions the wrappers may jump to.
#include "plugin/fast_path.h"

namespace topomorph::plugin {

constinit runtime::Table mpi_targets{};
constinit runtime::Table pmpi_targets{};
constinit std::atomic<int> fast_path_obstacles{0};

void clear_fast_path() {
  for (auto& target : mpi_targets) target.store(nullptr, std::memory_order_relaxed);
  for (auto& target : pmpi_targets) target.store(nullptr, std::memory_order_relaxed);
}

void learn_target(std::atomic<void*>& target, void* next) {
  if (!runtime::is_of_the_library(next)) return forbid_fast_path();
  target.store(next);
  if (fast_path_obstacles.load() > 0) target.store(nullptr);  // another thread has forbidden it in the meantime
}

void forbid_fast_path() {
  fast_path_obstacles.fetch_add(1);
  clear_fast_path();
}

void allow_fast_path() { fast_path_obstacles.fetch_sub(1); }

}  // namespace topomorph::plugin
