// What a process does next: the messages that a step, or a round of a collective, starts, and the requests it waits
// for.
#pragma once

#include <cstdint>
#include <optional>

#include "core/replay/groups.h"
#include "core/replay/rounds.h"
#include "core/trace/step.h"

namespace topomorph::replay {

/// The requests of a process before those that its trace names: a blocking message or a round of a collective sends
/// with the first and receives with the second.
inline constexpr std::uint32_t kSendRequest = 0, kReceiveRequest = 1, kNamedRequests = 2;

struct Action {
  std::uint32_t to = Round::kNobody, from = Round::kNobody;  ///< roles
  std::uint64_t bytes = 0, expected = 0;                     ///< as in Round
  std::uint32_t channel = 0;                                 ///< of Lanes
  std::uint32_t send_request = kSendRequest, receive_request = kReceiveRequest;
  std::uint32_t wait_begin = 0, wait_end = 0;  ///< requests that it waits for
};

/// Returns the action of a step that is no collective.
Action action_of(const trace::Step& step);

/// Returns the action of a round of a collective; nothing after the last one. `arrived` are the bytes of the receive of
/// the round before.
std::optional<Action> action_of_round(const trace::Step& step, std::uint32_t role, std::uint32_t round,
                                      std::uint64_t arrived, const Groups& groups, const CollectiveOptions& options);

}  // namespace topomorph::replay
