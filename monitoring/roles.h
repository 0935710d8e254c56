// Which role a rank of a communicator or a window is.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include <mpi.h>

#include "monitoring/collective_model.h"
#include "monitoring/peer_map.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

/// Roles of one communicator's or window's ranks, an attribute of it: found out one by one as they are talked to, and
/// gone with it.
struct Translation {
  MPI_Group group{};
  MPI_Group remote_group{};
  bool inter = false;
  mutable PeerMap roles;
  mutable PeerMap remote_roles;
  static constexpr std::uint32_t kUnasked = ~std::uint32_t{0} - 1;
  mutable std::atomic<std::uint32_t> number{kUnasked};  ///< of the (local) group
};

namespace roles {

inline constexpr int kNone = -1;  ///< MPI_PROC_NULL, or a process that is not in MPI_COMM_WORLD

/// Once, before anything is counted. `world`'s group must outlive end().
void begin(MPI_Comm world);
void end();

/// The communicators whose ranks need no looking up, and this process's role. Written by begin() only.
struct Known {
  MPI_Comm world{};
  MPI_Comm self{};
  int mine = 0;
};
extern Known known;

MPI_Group world_group();

/// What of_peer() does for the other communicators.
int looked_up_peer(ThreadCounters& thread, MPI_Comm comm, int rank);

/// The peer of a point-to-point call: in an intercommunicator, a rank of the remote group.
inline int of_peer(ThreadCounters& thread, MPI_Comm comm, int rank) {
  if (rank < 0) return kNone;  // MPI_PROC_NULL
  if (comm == known.world) return rank;
  return comm == known.self ? known.mine : looked_up_peer(thread, comm, rank);
}
/// A member of either group of a communicator.
int of_member(ThreadCounters& thread, MPI_Comm comm, Side side, int rank);
/// The target of a one-sided call.
int of_target(ThreadCounters& thread, MPI_Win window, int rank);

/// The number of a communicator's own group (groups.h); groups::kNone where it has members that are in no role, or
/// there are too many groups. Takes time and memory for each member, once for a communicator. Throws bad_alloc.
std::uint32_t group_of(ThreadCounters& thread, MPI_Comm comm);

/// A handle of any MPI library as a number: pointers in some, integers in others.
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
