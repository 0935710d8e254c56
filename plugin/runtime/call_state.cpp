// Defines the variables that every wrapped call looks at.
#include "plugin/runtime/call_state.h"

namespace topomorph::runtime {

constinit bool active = false;
constinit WorldPair world_pair{};
constinit thread_local ThreadState thread;

}  // namespace topomorph::runtime
