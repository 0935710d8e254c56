// Translates ranks of communicators and windows to roles.
#pragma once

#include <cstdint>
#include <type_traits>

#include <mpi.h>

#include "monitoring/counting/collective_model.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/counting/translation.h"

namespace topomorph::monitoring {

namespace roles {

inline constexpr int kNone = -1;  ///< MPI_PROC_NULL, or a process that is not in MPI_COMM_WORLD

/// Called once, before anything is counted. The group of `world` must live until end().
void begin(MPI_Comm world);
void end();

/// The communicators whose ranks need no translation, and the role of this process. Written by begin() only.
struct Known {
  MPI_Comm world{};
  MPI_Comm self{};
  int mine = 0;
};
extern Known known;

MPI_Group world_group();

/// Does the work of of_peer() for other communicators.
int looked_up_peer(ThreadCounters& thread, MPI_Comm comm, int rank);

/// Returns the role of the peer of a point-to-point call. In an intercommunicator `rank` is in the remote group.
inline int of_peer(ThreadCounters& thread, MPI_Comm comm, int rank) {
  if (rank < 0) return kNone;  // MPI_PROC_NULL
  if (comm == known.world) return rank;
  return comm == known.self ? known.mine : looked_up_peer(thread, comm, rank);
}
/// Returns the role of a member of either group of a communicator.
int of_member(ThreadCounters& thread, MPI_Comm comm, Side side, int rank);
/// Returns the role of the target of a one-sided call.
int of_target(ThreadCounters& thread, MPI_Win window, int rank);

/// Returns the number of a communicator's own group (name_lists.h); groups::kNone if it has members without a role, or
/// if there are too many groups. Takes time and memory for each member, once for a communicator. Throws bad_alloc.
std::uint32_t group_of(ThreadCounters& thread, MPI_Comm comm);

/// Returns the notes of a communicator other than `known`. They end with it.
CommunicatorNotes& notes_of(ThreadCounters& thread, MPI_Comm comm);

/// Returns a handle as a number; handles are pointers or integers, depending on the MPI library.
template <class Handle>
std::uint64_t number_of(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uint64_t>(handle);
  }
}

}  // namespace roles
}  // namespace topomorph::monitoring
