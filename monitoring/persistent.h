// What persistent requests send each time they are started.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include <mpi.h>

#include "core/wire/wire.h"
#include "monitoring/request_table.h"
#include "monitoring/thread_counters.h"

namespace topomorph::monitoring {

struct PersistentSend {
  enum class Kind {
    Messages,        ///< to a role
    Exchange,        ///< to all others of a group; `role` is its number: ThreadCounters::count_exchange()
    ExchangeInward,  ///< from them
    Beyond,          ///< to a role: ThreadCounters::count_beyond()
  };
  int role = 0;
  std::uint64_t bytes = 0;  ///< of each message
  std::uint64_t messages = 0;
  Kind kind = Kind::Messages;
  std::uint64_t more = 0;  ///< of an exchange: messages of just so many bytes; of Beyond: bytes beyond the exchange's

  void count(ThreadCounters& thread, wire::Layer layer) const;
};

struct PersistentSends {
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t payload = 0;  ///< for the call statistics
  std::vector<PersistentSend> sends;
};

/// The process's table; never destroyed, since threads may outlive main().
RequestTable<PersistentSends>& persistent_sends();

/// The handles as they were before the call. Where there is no memory for many of them, those that are replaced are not
/// counted any more.
class StartedRequests {
 public:
  StartedRequests(int count, const MPI_Request* requests) noexcept {
    if (requests == nullptr || count <= 0) return;
    if (count > kFew) many_.reset(new (std::nothrow) MPI_Request[static_cast<std::size_t>(count)]);
    before_ = count > kFew ? many_.get() : few_.data();
    if (before_ != nullptr) std::copy_n(requests, count, before_);
  }

  /// After the call: what was known of a handle is known of the one in its place.
  void follow(int count, const MPI_Request* requests) const {
    for (int i = 0; before_ != nullptr && i < count; ++i) {
      if (before_[i] != requests[i]) replace(before_[i], requests[i]);
    }
  }

 private:
  static void replace(MPI_Request before, MPI_Request after);

  static constexpr int kFew = 16;
  std::array<MPI_Request, kFew> few_;  // not set: a start is on the way of every message
  std::unique_ptr<MPI_Request[]> many_;
  MPI_Request* before_ = nullptr;
};

}  // namespace topomorph::monitoring
