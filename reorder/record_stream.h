// Brings the records of all processes to rank 0 without ever holding them together.
#pragma once

#include <functional>
#include <span>

#include "reorder/comm.h"

namespace topomorph::reorder {

/// What rank 0 wants of the next host.
enum class Wanted { All, Brief, Nothing };

/// Brings every process's records to rank 0, host after host: the first process of each host collects those of its
/// host, and a few at a time are told to send, so that nothing piles up. `take` is called on rank 0 with pieces, and
/// `wanted` before the turn of a host: where it says Brief, that host's records come without their pairs
/// (wire/brief.h). No process but the first of a host holds more than its own bytes and one piece. Collective; throws
/// CollectiveError.
void stream_to_first(const OwnComm& comm, std::span<const char> mine, const std::function<Wanted()>& wanted,
                     const std::function<void(std::span<const char>)>& take);

}  // namespace topomorph::reorder
