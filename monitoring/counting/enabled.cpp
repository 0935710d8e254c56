// Keeps the flag of counting, and what is to be done where memory ends.
#include "monitoring/counting/enabled.h"

namespace topomorph::monitoring {
namespace {

using Act = void (*)() noexcept;
constinit std::atomic<Act> at_end_of_memory{nullptr};

}  // namespace

constinit std::atomic<bool> counting_now{false};

void when_out_of_memory(Act act) { at_end_of_memory.store(act); }

void stop_out_of_memory() noexcept {
  counting_now.store(false);
  const Act act = at_end_of_memory.load();
  if (act != nullptr) act();
}

}  // namespace topomorph::monitoring
