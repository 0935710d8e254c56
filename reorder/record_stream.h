// The way of the records of all processes to rank 0, without ever holding all of them.
#pragma once

#include <functional>
#include <span>

#include "reorder/steps/own_comm.h"

namespace topomorph::reorder {

/// What rank 0 wants of the next host.
enum class Wanted { All, Brief, Nothing };

/// Brings the records of all processes to rank 0, host after host. The first process of each host collects the records
/// of its host; a few hosts at a time are told to send, so that nothing accumulates. On rank 0 `take` is called with
/// pieces, and `wanted` before the turn of each host: after Brief, that host's records come without their pairs
/// (wire/brief.h). A process that is not the first of its host holds only its own bytes and one piece. Collective;
/// throws CollectiveError.
void stream_to_first(const OwnComm& comm, std::span<const char> mine, const std::function<Wanted()>& wanted,
                     const std::function<void(std::span<const char>)>& take);

}  // namespace topomorph::reorder
