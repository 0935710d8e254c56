// The pairs of ranks that communicate, each once, with the traffic of both directions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/affinity.h"
#include "core/model/groups.h"

namespace topomorph::extrapolation {

/// Traffic between two ranks; index 0: from the lower to the higher, 1: back.
struct RankPair {
  Role low = 0, high = 0;
  std::array<double, 2> bytes{}, messages{};

  double all_bytes() const { return bytes[0] + bytes[1]; }
};

/// Pairs with bytes, sorted. Leaves out traffic of a rank with itself and messages without bytes. If no traffic goes
/// from a higher to a lower rank, the source was undirected, and index 1 is 0 everywhere.
class PairTable {
 public:
  /// Pairs of a sender and a receiver, those of groups included: all of 2048 ranks, or a stencil of 27 points on 160
  /// 000. They take some hundred megabytes and some seconds, on a compute node in a job.
  static constexpr std::uint64_t kMost = kMostGroupPairs;

  /// Throws InputError for an affinity of more than kMost pairs.
  explicit PairTable(const Affinity& affinity);

  std::uint64_t ranks() const { return ranks_; }
  std::span<const RankPair> pairs() const { return pairs_; }
  double total_bytes() const { return total_bytes_; }
  bool is_directed() const { return directed_; }
  /// Returns the index of a pair in any order of its ranks.
  std::optional<std::uint32_t> find(Role a, Role b) const;

 private:
  std::uint64_t ranks_;
  std::vector<RankPair> pairs_;
  std::vector<std::uint64_t> begin_;  // by lower rank, index of its first pair; one more at the end
  double total_bytes_ = 0;
  bool directed_ = false;
};

}  // namespace topomorph::extrapolation
