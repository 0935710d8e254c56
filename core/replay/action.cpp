// What a process does next: the messages that a step, or a round of a collective, starts, and the requests it waits
// for.
#include "core/replay/action.h"

namespace topomorph::replay {

namespace {

using trace::StepKind;

/// Channels above those of steps belong to groups.
constexpr std::uint32_t kChannelOfGroups = std::uint32_t{1} << 16;

}  // namespace

Action action_of(const trace::Step& step) {
  Action action;
  action.channel = step.channel;
  const std::uint32_t request = step.slot + kNamedRequests;
  switch (step.kind) {
    case StepKind::Send:
    case StepKind::StartSend:
      action.to = step.peer;
      action.bytes = step.amount;
      if (step.kind == StepKind::StartSend) action.send_request = request;
      if (step.kind == StepKind::Send) action.wait_end = kSendRequest + 1;
      break;
    case StepKind::Receive:
      action.from = step.peer;
      action.wait_begin = kReceiveRequest;
      action.wait_end = kReceiveRequest + 1;
      break;
    case StepKind::StartReceive:
      action.from = step.peer;
      action.receive_request = request;
      break;
    case StepKind::Wait:
      action.wait_begin = request;
      action.wait_end = request + step.length;
      break;
    case StepKind::Compute:
    case StepKind::Collective:
    case StepKind::Loop:
    case StepKind::Phase:
      break;
  }
  return action;
}

std::optional<Action> action_of_round(const trace::Step& step, std::uint32_t role, std::uint32_t number,
                                      std::uint64_t arrived, const Groups& groups, const CollectiveOptions& options) {
  const auto& members = groups.members(step.slot);
  const Call call = {step.collective, static_cast<std::uint32_t>(members.size()), groups.rank(step.slot, role),
                     step.peer, step.amount};
  const auto round = round_of(call, number, options);
  if (!round) return std::nullopt;
  Action action;
  if (round->to != Round::kNobody) action.to = members[round->to];
  if (round->from != Round::kNobody) action.from = members[round->from];
  action.bytes = round->bytes == Round::kForward ? arrived : round->bytes;
  action.expected = round->expected;
  action.channel = kChannelOfGroups + step.slot;
  action.wait_begin = action.to == Round::kNobody ? kReceiveRequest : kSendRequest;
  action.wait_end = action.from == Round::kNobody ? kReceiveRequest : kNamedRequests;
  return action;
}

}  // namespace topomorph::replay
