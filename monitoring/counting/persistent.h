// What persistent requests send each time they are started.
#pragma once

#include <cstdint>
#include <vector>

#include <mpi.h>

#include "core/wire/wire.h"
#include "monitoring/counting/enabled.h"
#include "monitoring/counting/request_copies.h"
#include "monitoring/counting/request_table.h"
#include "monitoring/counting/thread_counters.h"

namespace topomorph::monitoring {

/// The request of a call that makes a persistent one; null for other calls.
using Request = const MPI_Request*;

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

/// Notes what a start of the persistent `request` will send. Called whether or not monitoring is on, because it may be
/// on at the start.
void send_init(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm, MPI_Request request);
/// Forgets a persistent request. Called before MPI_Request_free, after which another request may get the handle.
void forget(MPI_Request request);
void start_requests(int count, const MPI_Request* requests);

/// Called by the wrappers instead of the next function, whose address is `next`.
template <class Next, class Count>
int call_send_init(Next next, const void* buffer, Count count, MPI_Datatype datatype, int destination, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  const int result = next(buffer, count, datatype, destination, tag, comm, request);
  if (result == MPI_SUCCESS) noexcept_hook([&] { send_init(count, datatype, destination, comm, *request); });
  return result;
}

/// Every start sends all partitions.
template <class Next>
int call_partitioned_send_init(Next next, const void* buffer, int partitions, MPI_Count count, MPI_Datatype datatype,
                               int destination, int tag, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const int result = next(buffer, partitions, count, datatype, destination, tag, comm, info, request);
  if (result == MPI_SUCCESS)
    noexcept_hook([&] { send_init(partitions * count, datatype, destination, comm, *request); });
  return result;
}

template <class Next>
int call_startall(Next next, int count, MPI_Request* requests) {
  const StartedRequests started(count, requests);
  const int result = next(count, requests);
  if (result == MPI_SUCCESS) noexcept_hook([&] { started.follow(count, requests); });
  return result;
}

template <class Next>
int call_start(Next next, MPI_Request* request) {
  return call_startall([next](int, MPI_Request* requests) { return next(requests); }, 1, request);
}

template <class Next>
int call_request_free(Next next, MPI_Request* request) {
  if (request != nullptr) forget(*request);
  return next(request);
}

}  // namespace topomorph::monitoring
