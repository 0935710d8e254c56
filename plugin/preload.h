// Keeps the library out of programs that an MPI process starts: it hides itself in LD_PRELOAD. A launcher that the
// process starts gives the library to MPI programs again.
#pragma once

namespace topomorph::plugin::preload {

/// Takes this library out of LD_PRELOAD after MPI_Init, and leaves the user's entries there. Does nothing with
/// --keep-preload.
void hide() noexcept;

/// Restores LD_PRELOAD after MPI_Finalize, unless the application has changed it in the meantime. The process may
/// become another MPI program of the same job script by exec.
void restore() noexcept;

}  // namespace topomorph::plugin::preload
