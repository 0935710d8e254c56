// Starts the engine as a process that inherits nothing from the application but its binding and its folder.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace topomorph::reorder {

/// Starts `path` with the descriptor as its standard input and output. Returns 0 or an error number. posix_spawn, not
/// fork: no page tables are copied, no atfork handlers of the application or of the MPI library run.
int spawn(const std::string& path, const std::vector<std::string>& arguments, int descriptor, pid_t& child);

}  // namespace topomorph::reorder
