// The steps of a trace for collectives whose bytes are known as Score-P counts them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/trace/step.h"

namespace topomorph::recordings {

/// One process's record of a collective.
struct RecordedCollective {
  std::uint32_t operation = 0;  ///< number of the format
  std::uint32_t processes = 0, rank = 0, root = 0;
  std::uint64_t sent = 0, received = 0;  ///< bytes to and from all processes, its own share included
};

/// What it is in a trace; `bytes` as trace::collective() says.
struct CollectiveOfTrace {
  trace::Collective kind = trace::Collective::Barrier;
  std::uint64_t bytes = 0;
};

/// Returns nothing for what moves no data: making windows and communicators.
std::optional<CollectiveOfTrace> collective_of(const RecordedCollective& recorded);

}  // namespace topomorph::recordings
