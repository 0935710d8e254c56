// What exported functions answer in a process that has no MPI library, or an MPI library without them.
//
// Code that asks `if (MPI_Initialized) MPI_Initialized(&flag)` through a weak symbol finds our function in every
// process that inherits LD_PRELOAD: a shell, a compiler, a helper of the application. It gets the true answer: MPI was
// not initialized.
#pragma once

namespace topomorph::front {

/// Returns a function that answers instead of `symbol` (MPI_X, PMPI_X, tm_x), with that function's arguments; never
/// null. Prints one line if it can only answer with an error. If the program or one of its libraries needs an MPI
/// function, the process would have ended at this point without this library; it then ends here, with the loader's exit
/// status.
void* answer_without_library(const char* symbol);

}  // namespace topomorph::front
