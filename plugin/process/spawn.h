// Starts the engine as a process that inherits nothing from the application but its binding and its folder.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

namespace topomorph::process {

/// What spawn() returns where the system does not come to an end with starting the program.
inline constexpr int kNotInTime = -1;

/// Starts `path` with the descriptor as its standard input and output. Returns 0, an error number or kNotInTime; throws
/// bad_alloc. posix_spawn, not fork: no page tables are copied, no atfork handlers of the application or of the MPI
/// library run. It returns when the program is loaded, which on a file system that hangs may be never: so a thread
/// calls it, with all signals blocked, for as long as that takes. What is started too late is killed.
int spawn(const std::string& path, const std::vector<std::string>& arguments, int descriptor,
          std::chrono::duration<double> patience, pid_t& child);

}  // namespace topomorph::process
