// The names of the exported functions, by their numbers (plugin/table/exports.py generates them).
#pragma once

#include "runtime/loading/exports.h"

namespace topomorph::front {

extern const char* const kNames[loading::kExports];

}  // namespace topomorph::front
