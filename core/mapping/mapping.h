// From affinity and topology to a mapping: the one entry to all mapping algorithms.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/affinity/affinity.h"
#include "core/mapping/cartesian/grid.h"
#include "core/topology/topology.h"

namespace topomorph {

/// sigma: role -> slot; each role on exactly one slot, no slot used more often than is allowed: once, if nothing is
/// said.
using Mapping = std::vector<Slot>;

/// Sums of volume x distance: 128 bits, since 64-bit volumes times distances overflow 64.
using Cost = unsigned __int128;

enum class Preset { Fast, Default, Best };

struct PinnedRole {
  Role role = 0;
  Slot slot = 0;
};

/// A role that must be on one of the slots [begin, end): a host, a package, or any other part of the machine.
struct ConfinedRole {
  Role role = 0;
  Slot begin = 0, end = 0;
};

/// What a slot may take. As it stands: one role.
struct Sharing {
  std::uint64_t roles_per_slot = 1;  ///< at most; kAnyNumber: as many as the balance allows
  std::optional<double>
      imbalance;  ///< share by which the slowest slot may exceed the least possible time, 0.03 for 3 %
  std::vector<std::uint64_t> loads;   ///< work of each role; empty: all the same
  std::vector<std::uint64_t> speeds;  ///< of each slot, above 0; empty: all the same
  std::vector<ConfinedRole> confined;

  static constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};
  /// Whether it is more than one role per slot, wherever it likes.
  bool is_plain() const {
    return roles_per_slot == 1 && !imbalance && loads.empty() && speeds.empty() && confined.empty();
  }
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
  /// Of what Scotch is asked: edges of at most this share of the heaviest are left out. Without: none, or, where there
  /// are very many, 0.5.
  std::optional<double> sparse_factor;
  /// What Scotch does: balance (TopoMatch's), quality, safety, scalability, speed, or a strategy in Scotch's own
  /// language. Empty: quality, with Preset::Fast speed.
  std::string scotch_strategy;
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

/// Throws InputError unless `mapping` puts each of `roles` roles on exactly one of `slots` slots, none more often than
/// `roles_per_slot` times.
void check_mapping(std::span<const Slot> mapping, std::uint64_t roles, std::uint64_t slots,
                   std::uint64_t roles_per_slot = 1);

/// One slot number per line, line i is role i. Throws InputError.
Mapping read_mapping(const std::string& path);
void write_mapping(const Mapping& mapping, const std::string& path);

}  // namespace topomorph
