// The options and the result of a mapping.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapping/problem/trial.h"
#include "core/model/cartesian_pattern.h"
#include "core/model/mapping.h"

namespace topomorph::mapping {

enum class Preset { Fast, Default, Best };

/// Options of the algorithms that call libscotch.
struct ScotchOptions {
  /// Edges of at most this share of the heaviest are left out. Without: none, or 0.5 if there are very many; TopoMatch
  /// 0.5.
  std::optional<double> sparse_factor;
  /// balance, quality, safety, scalability, speed, or a strategy in Scotch's own language. Empty: quality, with
  /// Preset::Fast speed; TopoMatch balance.
  std::string strategy;
};

struct MapOptions {
  std::string algorithm = "auto";
  Preset preset = Preset::Default;
  Weight weight = Weight::Bytes;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  /// Seconds; the best mapping found until then is returned. Preset::Best goes on (10 s if none is given) until it has
  /// done the work of so much time at a fixed rate, see evolve(), which is the same on every machine, and low: the
  /// clock ends it only on much slower ones.
  std::optional<double> time_limit;
  std::optional<Mapping> launcher_order;  ///< the order the user has now: a candidate, beside the identity
  std::optional<CartesianPattern> grid;   ///< where the affinity is that of a grid: cell i is role i
  std::vector<PinnedRole> pinned;         ///< roles that must be on a given slot
  ScotchOptions of_scotch;
  Sharing sharing;         ///< more roles on a slot, loads, speeds, roles confined to a part of the machine
  Trial* trial = nullptr;  ///< none but in benchmarks; with a trial `threads` is 1

  bool runs(std::string_view part) const { return trial == nullptr || trial->runs(part); }
};

struct MapResult {
  Mapping mapping;
  std::string algorithm;  ///< the one that found it ("identity", "launcher", "multisection", ...)
  Cost cost = 0;
};

/// One registered algorithm.
struct Algorithm {
  std::string name;
  std::string source;  ///< paper or book
  std::string needs;   ///< "tree", "any"
};

}  // namespace topomorph::mapping
