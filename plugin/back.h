// The back's half of the contract with the front (runtime/loading/contract.h).
#pragma once

#include "runtime/loading/contract.h"

namespace topomorph::plugin {

/// The functions of this back by their numbers (plugin/table/exports.py generates them).
extern void (*const kBackFunctions[loading::kExports])();

}  // namespace topomorph::plugin

extern "C" [[gnu::visibility("default")]] const topomorph::loading::Back* topomorph_back(
    const topomorph::loading::Front* front);
