// Keeps the job of this process.
#include "reorder/job.h"

#include <cstddef>
#include <new>

#include "core/base/atomic_file.h"

namespace topomorph::reorder {

Job& job() {
  alignas(Job) static std::byte memory[sizeof(Job)];  // never destroyed: at_abort() runs in exit handlers
  static Job* const only = new (memory) Job;
  return *only;
}

}  // namespace topomorph::reorder
