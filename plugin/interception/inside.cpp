// The state behind inside.h.
#include "plugin/interception/inside.h"

namespace topomorph::interception {

constinit bool active = false;
constinit thread_local bool inside = false;

}  // namespace topomorph::interception
