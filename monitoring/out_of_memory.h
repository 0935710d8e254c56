// Stops the counting if there is no memory for another counter, unnoticed by the application.
#pragma once

#include <exception>

namespace topomorph::monitoring {

/// Stops counting in this process until tm_monitor_start(), and says so once in one line. What was counted stays.
void stop_out_of_memory() noexcept;

/// Runs a hook and catches its exceptions: no code between the application and MPI expects an exception of ours.
template <class Hook>
inline void noexcept_hook(Hook hook) noexcept {
  try {
    hook();
  } catch (const std::exception&) {  // bad_alloc: this folder throws nothing else
    stop_out_of_memory();
  }
}

}  // namespace topomorph::monitoring
