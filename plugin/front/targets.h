// Where the exported functions lead: into the back for the process's MPI library, past it, or to an answer.
#pragma once

#include <atomic>
#include <cstddef>

#include "runtime/loading/exports.h"

extern "C" {

/// The table through which the exported functions jump. At first each entry leads to topomorph_target().
[[gnu::visibility("hidden")]] extern std::atomic<void*> topomorph_targets[topomorph::loading::kExports];

/// Returns where the exported function of this number goes now; never null. Called by the stubs
/// (plugin/front/stub.inc); `caller` is where the function returns to. The first call in a process that has an MPI
/// library opens the back; one without a library leaves the table as it is, because a library may be loaded later. With
/// several libraries (plugin/front/libraries.h) each call asks again, and calls that mean another library than the
/// back's go there.
[[gnu::visibility("hidden")]] void* topomorph_target(std::size_t number, const void* caller);
}
