// Whether the running MPI library has what the table of functions lacks: it may be newer than the one we were built
// for.
#pragma once

#include <cstddef>

namespace topomorph::runtime {

/// A function that the loaded MPI library gives to applications, that may take a communicator, and that nothing of ours
/// stands in front of: with another MPI_COMM_WORLD in place, its messages would go to the wrong processes. Null: there
/// is none. Allocates nothing of its own; the same in every process with this library.
const char* unwrapped_function();

/// By its name alone, since a prototype is not known: whether a function cannot take a communicator.
bool takes_no_communicator(const char* function);

}  // namespace topomorph::runtime
