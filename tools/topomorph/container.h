// Programs that start a container, which has another file system and another C library.
#pragma once

#include <string>

namespace topomorph::cli {

/// The effect of LD_PRELOAD on the command.
enum class Container {
  None,        ///< no container, as far as the command shows
  Unprepared,  ///< the loader inside would not find the path, or end every process because glibc is too old
  Prepared,    ///< the user has named the library for the inside, in the command or by APPTAINERENV_LD_PRELOAD
};

/// Judges by the words of a command: its program (apptainer, podman, …) and its verb (exec, run, …). Reads no file, so
/// a script hides the container that it starts.
Container container_of(const char* const* command);

}  // namespace topomorph::cli
