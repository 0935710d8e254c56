// Starts the engine as a process that inherits nothing from the application but its binding and its directory.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

namespace topomorph::process {

/// Returned by spawn() if the system does not finish starting the program in time.
inline constexpr int kNotInTime = -1;

/// Starts `path` with the descriptor as its standard input and output. Returns 0, an error number or kNotInTime; throws
/// bad_alloc. Uses posix_spawn instead of fork: it copies no page tables and runs no atfork handlers of the application
/// or of the MPI library. It returns when the program is loaded, which on a hanging file system may be never. Therefore
/// a thread of its own calls it, with all signals blocked, and kills a program that starts too late.
int spawn(const std::string& path, const std::vector<std::string>& arguments, int descriptor,
          std::chrono::duration<double> patience, pid_t& child);

}  // namespace topomorph::process
