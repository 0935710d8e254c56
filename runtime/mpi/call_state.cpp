// Defines the variables that every wrapped call looks at.
#include "runtime/mpi/call_state.h"

namespace topomorph::runtime {

constinit bool active = false;
constinit WorldPair world_pair{};
// The model again: gcc forgets the declaration's, and what is compiled with this file would call a function for it.
[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadState thread;

}  // namespace topomorph::runtime
