// Whether the running MPI library has functions that the table of functions lacks: it may be newer than the table.
#pragma once

#include <cstddef>

namespace topomorph::runtime {

/// Returns a function that the loaded MPI library exports, that may take a communicator, and that has no wrapper; null
/// if there is none. With a substitute of MPI_COMM_WORLD in place, messages of this function would go to the wrong
/// processes. Allocates nothing. The same in every process with this library.
const char* unwrapped_function();

/// Whether the name of a function shows that it cannot take a communicator; its prototype is not known.
bool takes_no_communicator(const char* function);

}  // namespace topomorph::runtime
