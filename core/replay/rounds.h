// Collectives as rounds of messages: what one process sends and receives in each round.
#pragma once

#include <cstdint>
#include <optional>

#include "core/replay/platform.h"
#include "core/trace/step.h"

namespace topomorph::replay {

/// At most one message out and one in, both under way at the same time. The next round begins when both are done.
struct Round {
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  /// As `bytes`: as many as the receiver expects, as the blocks of scatterv.
  static constexpr std::uint64_t kAsReceived = ~std::uint64_t{0};
  /// As `bytes`: as many as arrived in the round before, as the blocks that go around a ring in allgatherv.
  static constexpr std::uint64_t kForward = ~std::uint64_t{0} - 1;

  std::uint32_t to = kNobody;  ///< rank in the group
  std::uint64_t bytes = 0;     ///< sent
  std::uint32_t from = kNobody;
  std::uint64_t expected = 0;  ///< bytes; only for messages whose sender does not know their size
};

/// A collective as one process of the group calls it.
struct Call {
  trace::Collective kind = trace::Collective::Barrier;
  std::uint32_t size = 1;  ///< of the group
  std::uint32_t rank = 0, root = 0;
  std::uint64_t bytes = 0;  ///< as trace::collective() says
};

/// Returns round `number` (from 0) of the call; nothing after the last one. O(log size). The messages are those of
/// docs/collective-model.md, in the order in which the algorithms send them; large allreduces and small allgathers
/// have the algorithms of the options.
std::optional<Round> round_of(const Call& call, std::uint32_t number, const CollectiveOptions& options);

/// Returns at least how many rounds the process has in the call, whatever its rank, unless it is the root or not: at
/// most twice those of the process with the most rounds, and two more.
std::uint32_t most_rounds(const Call& call, const CollectiveOptions& options);

/// Returns at least to how many others the process sends in the call, or learns what they send it; with the same
/// precision.
std::uint32_t most_partners(const Call& call);

}  // namespace topomorph::replay
