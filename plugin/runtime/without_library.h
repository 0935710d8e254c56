// What MPI functions answer in a process that has no MPI library, or one that lacks them.
//
// Whoever asks `if (MPI_Initialized) MPI_Initialized(&flag)` through a weak symbol finds ours in every process that
// inherits the preload: a shell, a compiler, a helper of the application. It gets the truth: nothing was initialized.
#pragma once

namespace topomorph::runtime {

/// A function that answers instead of `symbol` (MPI_X or PMPI_X), with that function's arguments; never null. Prints
/// one line in a process where it can only answer with an error. Where the program or one of its libraries needs
/// `symbol`, it would have ended here without us: so it does, with the loader's status.
void* answer_without_library(const char* symbol);

}  // namespace topomorph::runtime
