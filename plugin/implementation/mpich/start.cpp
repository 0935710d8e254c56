// What MPICH is told before MPI_Init: nothing. It reports no messages, and reorder=1 does not hang in it.
#include "plugin/implementation/implementation.h"

namespace topomorph::implementation {

void before_init(bool) {}

void after_init() {}

}  // namespace topomorph::implementation
