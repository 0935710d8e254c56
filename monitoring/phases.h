// The names of the phases and their numbers.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace topomorph::monitoring::phases {

/// The number of a phase, given now if it is new (see set_phase()). Throws bad_alloc, with nothing changed.
std::uint32_t number_of(std::string_view name);

/// All names in the order of their numbers, each with a newline.
std::string listed();

/// One name, for ever: readers need no lock.
struct Phase {
  std::string name;
  std::atomic<Phase*> next{nullptr};
};

/// The phase with the number 0.
const Phase* first();

/// Calls visit(const Phase&) in the order of the numbers, no further than `last`; returns the last one visited. May be
/// called in a signal handler.
template <class Visit>
const Phase* for_each(Visit visit, const Phase* last = nullptr) {
  const Phase* visited = nullptr;
  for (const Phase* phase = first(); phase != nullptr; phase = phase->next.load(std::memory_order_acquire)) {
    visit(*phase);
    visited = phase;
    if (phase == last) break;
  }
  return visited;
}

}  // namespace topomorph::monitoring::phases
