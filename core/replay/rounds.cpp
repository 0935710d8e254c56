// Collectives as rounds of messages: what one process sends and receives in each round.
#include "core/replay/rounds.h"

#include <algorithm>
#include <bit>

namespace topomorph::replay {

namespace {

using trace::Collective;
using OptionalRound = std::optional<Round>;

/// Ranks by their distance from the root, as all trees have them.
struct Tree {
  const Call& call;
  std::uint32_t own = (call.rank + call.size - call.root) % call.size;
  std::uint32_t parent_step = own == 0 ? std::bit_ceil(call.size) : own & (~own + 1);

  std::uint32_t rank_of(std::uint32_t relative) const { return (relative + call.root) % call.size; }
  std::uint32_t parent() const { return rank_of(own - parent_step); }
  /// Children are own + step for the powers of two below parent_step that stay inside the group.
  bool has_child(std::uint32_t step) const { return step < parent_step && own + step < call.size; }
  std::uint32_t children() const {
    std::uint32_t count = 0;
    for (std::uint32_t step = 1; has_child(step); step *= 2) ++count;
    return count;
  }
  /// Number of processes below and at own + step.
  std::uint64_t subtree(std::uint32_t step) const { return std::min(step, call.size - own - step); }
  std::uint64_t own_subtree() const { return std::min(parent_step, call.size - own); }
};

/// From the root: a message from the parent, then one to each child, the largest subtree first. `blocks`: a message has
/// a block for each process of the subtree.
OptionalRound down(const Call& call, std::uint32_t number, bool blocks) {
  const Tree tree{call};
  if (tree.own != 0 && number-- == 0) return Round{.from = tree.parent()};
  const std::uint32_t children = tree.children();
  if (number >= children) return std::nullopt;
  const std::uint32_t step = std::uint32_t{1} << (children - 1 - number);
  return Round{.to = tree.rank_of(tree.own + step), .bytes = call.bytes * (blocks ? tree.subtree(step) : 1)};
}

/// To the root: a message from each child, the smallest subtree first, then one to the parent.
OptionalRound up(const Call& call, std::uint32_t number, bool blocks) {
  const Tree tree{call};
  const std::uint32_t children = tree.children();
  if (number < children) return Round{.from = tree.rank_of(tree.own + (std::uint32_t{1} << number))};
  if (number > children || tree.own == 0) return std::nullopt;
  return Round{.to = tree.parent(), .bytes = call.bytes * (blocks ? tree.own_subtree() : 1)};
}

/// Every process directly with the root.
OptionalRound direct(const Call& call, std::uint32_t number, bool to_root) {
  if (call.rank == call.root) {
    if (number >= call.size - 1) return std::nullopt;
    const std::uint32_t other = number < call.root ? number : number + 1;
    return to_root ? Round{.from = other} : Round{.to = other, .bytes = Round::kAsReceived};
  }
  if (number > 0) return std::nullopt;
  return to_root ? Round{.to = call.root, .bytes = call.bytes} : Round{.from = call.root, .expected = call.bytes};
}

/// To the process `step` ranks on, from the one `step` ranks back.
Round shift(const Call& call, std::uint32_t step, std::uint64_t bytes) {
  return {.to = (call.rank + step) % call.size, .bytes = bytes, .from = (call.rank + call.size - step) % call.size};
}

OptionalRound dissemination(const Call& call, std::uint32_t number) {
  if (number >= 32 || std::uint64_t{1} << number >= call.size) return std::nullopt;
  return shift(call, std::uint32_t{1} << number, 0);
}

OptionalRound pairwise(const Call& call, std::uint32_t number, std::uint64_t bytes) {
  if (number + 1 >= call.size) return std::nullopt;
  return shift(call, number + 1, bytes);
}

OptionalRound ring(const Call& call, std::uint32_t number, std::uint32_t rounds, std::uint64_t bytes) {
  if (number >= rounds) return std::nullopt;
  return shift(call, 1, bytes);
}

OptionalRound bruck(const Call& call, std::uint32_t number) {
  if (number >= 32 || std::uint64_t{1} << number >= call.size) return std::nullopt;
  const std::uint32_t step = std::uint32_t{1} << number;
  return shift(call, call.size - step, call.bytes * std::min(step, call.size - step));
}

OptionalRound chain(const Call& call, std::uint32_t number) {
  if (call.rank > 0 && number-- == 0) return Round{.from = call.rank - 1};
  if (number > 0 || call.rank + 1 == call.size) return std::nullopt;
  return Round{.to = call.rank + 1, .bytes = call.bytes};
}

/// Exchanges with the process whose number differs in one bit. Unless the size is a power of two, the first processes
/// pair up: the even one gives its data to the odd one before, and gets the result after.
class Doubling {
 public:
  Doubling(const Call& call, bool halving)
      : call_(call), halving_(halving), power_(std::bit_floor(call.size)), extra_(call.size - power_) {}

  OptionalRound round(std::uint32_t number) const {
    const bool paired = call_.rank < 2 * extra_, gives = paired && call_.rank % 2 == 0;
    const std::uint32_t exchanges = gives ? 0 : rounds();
    if (paired && number-- == 0) return gives ? out(call_.rank + 1) : in(call_.rank - 1);
    if (number < exchanges) return exchange(number);
    if (!paired || number > exchanges) return std::nullopt;
    return gives ? in(call_.rank + 1) : out(call_.rank - 1);
  }

 private:
  std::uint32_t rounds() const {
    const auto log = static_cast<std::uint32_t>(std::bit_width(power_) - 1);
    return halving_ ? 2 * log : log;
  }
  Round out(std::uint32_t to) const { return {.to = to, .bytes = call_.bytes}; }
  static Round in(std::uint32_t from) { return {.from = from}; }
  /// Halving [Thakur 2005]: half of the vector, a quarter, …, and back.
  Round exchange(std::uint32_t number) const {
    const std::uint32_t log = rounds() / (halving_ ? 2 : 1);
    const std::uint32_t bit = number < log ? number : 2 * log - 1 - number;
    const std::uint32_t own = call_.rank < 2 * extra_ ? call_.rank / 2 : call_.rank - extra_;
    const std::uint32_t other = own ^ std::uint32_t{1} << bit;
    const std::uint32_t peer = other < extra_ ? 2 * other + 1 : other + extra_;
    return {.to = peer, .bytes = halving_ ? call_.bytes >> (bit + 1) : call_.bytes, .from = peer};
  }

  const Call& call_;
  bool halving_;
  std::uint32_t power_, extra_;
};

OptionalRound allreduce(const Call& call, std::uint32_t number, const CollectiveOptions& options) {
  using Allreduce = CollectiveOptions::Allreduce;
  const Allreduce kind =
      call.bytes < options.large_allreduce ? Allreduce::RecursiveDoubling : options.allreduce_of_large;
  if (kind == Allreduce::Ring) return ring(call, number, 2 * (call.size - 1), call.bytes / call.size);
  return Doubling(call, kind == Allreduce::Rabenseifner).round(number);
}

OptionalRound allgather(const Call& call, std::uint32_t number, const CollectiveOptions& options) {
  if (call.bytes < options.large_allgather / call.size) return bruck(call, number);
  return ring(call, number, call.size - 1, call.bytes);
}

}  // namespace

std::optional<Round> round_of(const Call& call, std::uint32_t number, const CollectiveOptions& options) {
  if (call.size <= 1) return std::nullopt;
  switch (call.kind) {
    case Collective::Barrier:
      return dissemination(call, number);
    case Collective::Bcast:
      return down(call, number, false);
    case Collective::Reduce:
      return up(call, number, false);
    case Collective::Allreduce:
      return allreduce(call, number, options);
    case Collective::Gather:
      return up(call, number, true);
    case Collective::Scatter:
      return down(call, number, true);
    case Collective::Gatherv:
      return direct(call, number, true);
    case Collective::Scatterv:
      return direct(call, number, false);
    case Collective::Allgather:
      return allgather(call, number, options);
    case Collective::Allgatherv:
      return ring(call, number, call.size - 1, number == 0 ? call.bytes : Round::kForward);
    case Collective::Alltoall:
      return pairwise(call, number, call.bytes);
    case Collective::Alltoallv:
      return pairwise(call, number, call.bytes / (call.size - 1));
    case Collective::ReduceScatter:
      return pairwise(call, number, call.bytes / call.size);
    case Collective::Scan:
      return chain(call, number);
  }
  return std::nullopt;
}

std::uint32_t most_partners(const Call& call) {
  if (call.size <= 1) return 0;
  const std::uint32_t others = call.size - 1;
  switch (call.kind) {
    case Collective::Gatherv:
    case Collective::Scatterv:
      return call.rank == call.root ? others : 1;
    case Collective::Alltoall:
    case Collective::Alltoallv:
    case Collective::ReduceScatter:
      return others;
    case Collective::Scan:
      return 2;
    default:  // trees and rings
      return static_cast<std::uint32_t>(std::bit_width(others)) + 1;
  }
}

std::uint32_t most_rounds(const Call& call, const CollectiveOptions& options) {
  const std::uint32_t partners = most_partners(call), others = call.size - std::min<std::uint32_t>(call.size, 1);
  const bool large = call.kind == Collective::Allreduce && call.bytes >= options.large_allreduce;
  if (large) return std::max(2 * others, 2 * partners);  // a ring there and back, or halving and doubling
  const bool ring = call.kind == Collective::Allgatherv ||
                    (call.kind == Collective::Allgather && call.bytes >= options.large_allgather / call.size);
  return ring ? others : partners;
}

}  // namespace topomorph::replay
