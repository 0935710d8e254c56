// From affinity and topology to a mapping: the one entry to all mapping algorithms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/cartesian_pattern.h"
#include "core/model/mapping.h"

namespace topomorph::evaluation {
struct CostOptions;
}

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
  Sharing sharing;  ///< more roles on a slot, loads, speeds, roles confined to a part of the machine
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

/// All algorithms that `MapOptions::algorithm` may name, beside "auto".
std::span<const Algorithm> algorithms();

/// Maps roles to slots, at most one role on each slot unless `sharing` says otherwise; fewer roles than slots chooses
/// the best slots. The result is checked, is never worse than the identity and the launcher's order (with pinned roles:
/// than these with the pinned roles exchanged), with Preset::Best never worse than with Preset::Default, and is the
/// same for the same seed whatever the threads, unless the time limit cuts it short. "identity" and "random" give just
/// that order. With loads or speeds the balance comes first: no slot takes longer than the least time found for the
/// slowest, plus the imbalance that is allowed; the cost comes second. Throws InputError for more roles than there is
/// room for, constraints that cannot be met, an unknown algorithm, or one that does not fit the topology.
MapResult map(const Affinity& affinity, const Topology& topology, const MapOptions& options = {});

/// map() for a cost model (core/evaluation/cost_model.h). For models other than hop-bytes the levels of a tree get the
/// distances that the model gives them, and the result is never worse by the model than the identity and the launcher's
/// order. Bottleneck: maps for few bytes on slow links, then exchanges roles as long as the busiest links get less to
/// do; with several roles on a slot there is no such second step. MapResult::cost is volume x distance on the true
/// topology, whatever the model. Throws InputError as map() does, and if the model says nothing of the topology: bytes
/// and messages without hosts, bottleneck without routes.
MapResult map_by_cost(const Affinity& affinity, const Topology& topology, const MapOptions& options,
                      const evaluation::CostOptions& cost);

}  // namespace topomorph::mapping
