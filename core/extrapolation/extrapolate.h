// Continues the affinity of a job to another number of ranks, if rules explain it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::extrapolation {

/// More unexplained bytes, as a part of all, and the affinity is refused.
inline constexpr double kMostUnexplained = 0.01;
/// So may pairs differ from their rules on average, as a part of all bytes.
inline constexpr double kMostUneven = 0.15;

/// One rule as people read it.
struct RuleInWords {
  std::string text;  ///< "step (0,1) round axis 2"
  double share = 0;  ///< of all bytes of the known affinity
};

/// What was found in an affinity.
struct Finding {
  std::uint64_t ranks = 0;
  std::string grid;        ///< "4x4"
  double unexplained = 0;  ///< part of all bytes that no rule explains
  double uneven = 0;       ///< part of all bytes by which pairs differ from the rules
};

struct Continuation {
  Affinity affinity;
  std::uint64_t ranks = 0;
  std::string grid;                ///< "8x8"
  Finding known;                   ///< in the affinity that is continued
  std::optional<Finding> checked;  ///< in the other affinity
  std::vector<RuleInWords> rules;  ///< with most bytes first
  std::string assumption;          ///< how grid and volumes grow

  /// Returns "profile of 16 ranks continued to 64 as grid 8x8".
  std::string text() const;
  /// Returns the meta of a profile of the affinity: what of that of the known one is true of it too, and
  /// where the affinity is from: `continued` is text(), `assumed` the assumption.
  std::map<std::string, std::string> meta_of_profile(const std::map<std::string, std::string>& known_meta) const;
};

/// Returns the affinity that the same program probably has with `ranks` ranks. With a second affinity of another number
/// of ranks, continues the one of more ranks, and takes from both how grid and volumes grow. Throws InputError with the
/// reason: too much traffic follows no rule, the affinities follow different rules, or the rules have no meaning for so
/// many ranks.
Continuation extrapolate(const Affinity& known, const Affinity* other, std::uint64_t ranks);

}  // namespace topomorph::extrapolation
