// MPICH reports no messages: its collectives are modelled.
#include "plugin/implementation/implementation.h"

namespace topomorph::implementation {

bool reports_messages() { return false; }

}  // namespace topomorph::implementation
