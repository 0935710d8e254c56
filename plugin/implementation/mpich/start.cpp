// What MPICH is told before MPI_Init: nothing. It reports no messages, and reorder=1 does not hang in it.
#include "plugin/implementation/implementation.h"

namespace topomorph::implementation {

/// Its functions that we stand in front of are for its own bindings of other languages, and as old as these.
bool internals_are_known() { return true; }

void before_init(bool) {}

void after_init() {}

bool speaks_pmi() { return true; }

}  // namespace topomorph::implementation
