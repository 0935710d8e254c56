// How much traffic each rule has, and what of the measured traffic the rules leave unexplained.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/extrapolation/pair_table.h"
#include "core/extrapolation/rule.h"

namespace topomorph::extrapolation {

/// Traffic of each pair of a rule; index 0: from the rank that the rule names first, 1: back.
struct PairVolume {
  std::array<double, 2> bytes{}, messages{};

  double all_bytes() const { return bytes[0] + bytes[1]; }
};

/// The pairs of a rule in a table. Depends on rule and grid only.
struct RulePairs {
  struct Found {
    std::uint32_t pair = 0;  ///< index in the table
    bool turned = false;     ///< the rule names the higher rank first
  };
  Rule rule;
  bool twice = false;                      ///< each pair is there from both ends (is_halfway())
  std::vector<std::vector<Found>> levels;  ///< pairs that communicate, by level
  std::vector<std::uint64_t> missing;      ///< by level: how many do not

  std::uint64_t found() const;
  std::uint64_t all() const;
};

/// Counts pairs, ranks and unknowns that are looked at, some nanoseconds each. Unlike seconds it is the same on each
/// rank and in each run, so that it may limit a search.
using Work = std::uint64_t;

/// Looks up the pairs of the rule. Ends where more than `most_missing` of them do not communicate: the rest is then in
/// neither list. Adds to `work`.
RulePairs pairs_of_rule(const Rule& rule, const RankGrid& grid, const PairTable& table, std::uint64_t most_missing,
                        Work& work);

struct FittedRule {
  Rule rule;
  std::vector<PairVolume> levels;  ///< by level, for each pair
  double bytes = 0;                ///< of all pairs together
};

/// Rules of a grid with volumes. Shares are parts of all bytes.
struct Fit {
  std::vector<FittedRule> rules;     ///< of recognise(): with most bytes first
  double unexplained = 1;            ///< share of bytes between pairs of no rule, and of what rules say of silent pairs
  double uneven = 0;                 ///< share by which pairs differ from their rules
  std::optional<RankPair> heaviest;  ///< the unexplained pair with most bytes
  std::vector<double> left;          ///< by pair of the table: bytes above what the rules say; 0 if that is little
};

/// Chooses the volumes that explain the table best: non-negative least squares over all rules together. Adds to `work`.
Fit fit(std::span<const RulePairs* const> rules, const PairTable& table, Work& work);

}  // namespace topomorph::extrapolation
