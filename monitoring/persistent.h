// What persistent requests send each time they are started.
#pragma once

#include <cstdint>
#include <vector>

#include <mpi.h>

#include "core/wire/wire.h"
#include "monitoring/request_copies.h"
#include "monitoring/request_table.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

struct PersistentSend {
  enum class Kind {
    Messages,        ///< to a role
    Exchange,        ///< to all others of the group with number `role`: ThreadCounters::count_exchange()
    ExchangeInward,  ///< from all others of that group
    Beyond,          ///< to a role: ThreadCounters::count_beyond()
  };
  int role = 0;
  std::uint64_t bytes = 0;  ///< of each message
  std::uint64_t messages = 0;
  Kind kind = Kind::Messages;
  /// Exchange: messages of exactly that many bytes; Beyond: bytes beyond those of the exchange.
  std::uint64_t more = 0;

  void count(ThreadCounters& thread, wire::Layer layer) const;
};

struct PersistentSends {
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t payload = 0;  ///< for the call statistics
  std::vector<PersistentSend> sends;
};

/// Returns the table of the process. Never destroyed, because threads may outlive main().
RequestTable<PersistentSends>& persistent_sends();

/// The handles before MPI_Start or MPI_Startall, which may replace them: Open MPI does if a buffered send is started
/// while the message of its last start is still on its way. If there is no memory for many handles, replaced requests
/// are not counted any more.
class StartedRequests {
 public:
  StartedRequests(int count, const MPI_Request* requests) noexcept : before_(count, requests) {}

  /// Makes each new handle known in place of the old one. Called after the MPI call.
  void follow(int count, const MPI_Request* requests) const {
    for (int i = 0; before_ && i < count; ++i) {
      if (before_[i] != requests[i]) replace(before_[i], requests[i]);
    }
  }

 private:
  static void replace(MPI_Request before, MPI_Request after);

  RequestCopies before_;
};

}  // namespace topomorph::monitoring
