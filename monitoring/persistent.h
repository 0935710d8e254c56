// What persistent requests send each time they are started.
#pragma once

#include <cstdint>
#include <vector>

#include "core/wire/wire.h"
#include "monitoring/request_table.h"

namespace topomorph::monitoring {

struct PersistentSend {
  int role = 0;
  std::uint64_t bytes = 0;  ///< of each message
  std::uint64_t messages = 0;
};

struct PersistentSends {
  wire::Layer layer = wire::Layer::PointToPoint;
  std::uint64_t payload = 0;  ///< for the call statistics
  std::vector<PersistentSend> sends;
};

/// The process's table; never destroyed, since threads may outlive main().
RequestTable<PersistentSends>& persistent_sends();

}  // namespace topomorph::monitoring
