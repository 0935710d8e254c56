// What persistent requests send each time they are started.
#pragma once

#include <cstdint>
#include <vector>

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

}  // namespace topomorph::monitoring
