// The state behind inside.h.
#include "plugin/interception/inside.h"

namespace topomorph::interception {

constinit bool active = false;
constinit thread_local std::uintptr_t entered = 0;

}  // namespace topomorph::interception
