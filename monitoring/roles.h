// Translates ranks of communicators and windows to roles.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include <mpi.h>

#include "monitoring/collective_model.h"
#include "monitoring/peer_map.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

/// What the recorder keeps of a communicator (recording/communicators.h). Used by the thread that is recorded alone.
struct CommunicatorNotes {
  std::uint64_t identity = 0;  ///< 0: not known yet
  std::uint64_t children = 0;  ///< communicators made of it
  std::uint32_t group = 0;
  bool has_group = false;
};

/// Roles of the ranks of one communicator or window, kept as an attribute of it. A rank is translated when it is talked
/// to first. Freed with its object.
struct Translation {
  MPI_Group group{};
  MPI_Group remote_group{};
  bool inter = false;
  mutable PeerMap roles;
  mutable PeerMap remote_roles;
  static constexpr std::uint32_t kUnasked = ~std::uint32_t{0} - 1;
  mutable std::atomic<std::uint32_t> number{kUnasked};  ///< number of the (local) group
  mutable CommunicatorNotes notes;
};

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
