// What counting does when there is no memory for another counter: it stops, and the application does not notice.
#pragma once

#include <exception>

namespace topomorph::monitoring {

/// Counts nothing more in this process (until tm_monitor_start()), and says so in one line, once. What was counted
/// stays.
void stop_out_of_memory() noexcept;

/// Runs a hook. Hooks are called between the application and MPI, where nobody expects an exception of ours.
template <class Hook>
inline void noexcept_hook(Hook hook) noexcept {
  try {
    hook();
  } catch (const std::exception&) {  // bad_alloc: nothing else is thrown in this folder
    stop_out_of_memory();
  }
}

}  // namespace topomorph::monitoring
