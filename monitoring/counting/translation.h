// Roles of the ranks of one communicator or window, kept as an attribute of it.
#pragma once

#include <atomic>
#include <cstdint>

#include <mpi.h>

#include "monitoring/counting/peer_map.h"

namespace topomorph::monitoring {

/// What the recorder keeps of a communicator (recording/communicators.h). Used by the thread that is recorded alone.
struct CommunicatorNotes {
  std::uint64_t identity = 0;  ///< 0: not known yet
  std::uint64_t children = 0;  ///< communicators made of it
  std::uint32_t group = 0;
  bool has_group = false;
};

/// A rank is translated when it is talked to first. Freed with its communicator or window.
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

/// The translation that was used last (roles.h), valid in its epoch.
struct RecentTranslation {
  std::uint64_t handle = 0;
  std::uint64_t epoch = 0;
  const Translation* translation = nullptr;
};

}  // namespace topomorph::monitoring
