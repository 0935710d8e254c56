// What the generated wrappers use: everything that the table of functions names, and handles as words.
#pragma once

#include <cstdint>
#include <type_traits>

#include <mpi.h>

#include "monitoring/call.h"
#include "monitoring/hooks.h"
#include "monitoring/recording/completion_calls.h"
#include "monitoring/recording/message_calls.h"
#include "plugin/interception/fast_path.h"
#include "plugin/lifecycle.h"
#include "plugin/runtime/call_state.h"
#include "plugin/runtime/real_mpi.h"
#include "plugin/virtual_topologies/calls.h"
#include "plugin/world/attributes.h"
#include "plugin/world/calls.h"

namespace topomorph::plugin::interception {

/// A handle as the exported functions take it, so that a handle of another MPI library is forwarded intact.
///
/// A build for MPICH, where handles are int, may be loaded into a job of Open MPI, where they are addresses. Taken as
/// int, an address would lose one half. A word holds either; where handles are int, its upper half means nothing.
/// (Registers and stack slots have 8 bytes on x86-64, AArch64 and POWER.)
template <class Handle>
using WordHandle = std::conditional_t<(sizeof(Handle) < sizeof(std::uintptr_t)), std::uintptr_t, Handle>;

/// Whether a handle as mpi.h declares it is narrower than a word. All kinds of handles are alike in this.
inline constexpr bool kHandlesAreNarrow = sizeof(MPI_Comm) < sizeof(std::uintptr_t);

template <class Handle>
constexpr Handle from_word(WordHandle<Handle> word) {
  return static_cast<Handle>(word);
}

}  // namespace topomorph::plugin::interception
