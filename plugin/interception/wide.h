// Handles as words: how the exported functions take them, so that what they forward in a process of another MPI library
// arrives as it came.
//
// Built for MPICH, where handles are int, this library may be loaded into a job of Open MPI, where they are addresses:
// taken as int, they would lose a half. A word holds either; where handles are int its upper half means nothing.
// (Registers and stack slots of 8 bytes: x86-64, AArch64, POWER.)
#pragma once

#include <cstdint>
#include <type_traits>

#include <mpi.h>

namespace topomorph::interception {

template <class Handle>
using Wide = std::conditional_t<(sizeof(Handle) < sizeof(std::uintptr_t)), std::uintptr_t, Handle>;

/// Whether forwarding handles as mpi.h has them could lose a part of them. (All kinds are alike in this.)
inline constexpr bool kNarrowHandles = sizeof(MPI_Comm) < sizeof(std::uintptr_t);

template <class Handle>
constexpr Handle narrow(Wide<Handle> word) {
  return static_cast<Handle>(word);
}

}  // namespace topomorph::interception
