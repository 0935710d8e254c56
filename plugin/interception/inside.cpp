// The state behind inside.h.
#include "plugin/interception/inside.h"

namespace topomorph::interception {

constinit bool active = false;
constinit thread_local ThreadState thread;

}  // namespace topomorph::interception
