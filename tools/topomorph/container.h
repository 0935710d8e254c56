// Programs that start a container: another file system, with another C library.
#pragma once

#include <string>

namespace topomorph::cli {

/// What LD_PRELOAD would do to what is started.
enum class Container {
  None,        ///< it is no container that is started, as far as the command tells
  Unprepared,  ///< its loader would complain of a path it does not know, or end every process for want of a newer glibc
  Prepared,    ///< the user has named the library for the inside: in the command, or as in APPTAINERENV_LD_PRELOAD
};

/// Of the words of a command: the program (apptainer, podman, …) and what it is told to do (exec, run, …). Reads no
/// file: what a script starts is not seen.
Container container_of(const char* const* command);

}  // namespace topomorph::cli
