// Programs that an MPI process starts do not get the library by LD_PRELOAD: their own launcher gives it to MPI
// programs.
#pragma once

namespace topomorph::preload {

/// After MPI_Init: takes this library out of LD_PRELOAD, and leaves there what the user had, unless a setting
/// (--keep-preload) wants it to stay.
void hide() noexcept;

/// After MPI_Finalize: puts it back, unless the application has changed the variable since. What the process becomes by
/// exec may be an MPI program of the same job script.
void restore() noexcept;

}  // namespace topomorph::preload
