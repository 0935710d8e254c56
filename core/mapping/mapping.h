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

/// sigma: role -> slot; each role on exactly one slot, no slot used twice.
using Mapping = std::vector<Slot>;

/// Sums of volume x distance: 128 bits, since 64-bit volumes times distances overflow 64.
using Cost = unsigned __int128;

enum class Preset { Fast, Default, Best };

struct PinnedRole {
  Role role = 0;
  Slot slot = 0;
};

struct MapOptions {
  std::string algorithm = "auto";
  Preset preset = Preset::Default;
  Weight weight = Weight::Bytes;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::optional<double> time_limit;          ///< seconds; the best mapping found until then is returned; Preset::Best goes on until then, 10 s if none is given
  std::optional<Mapping> launcher_order;     ///< the order the user has now: a candidate, beside the identity
  std::optional<CartesianPattern> grid;      ///< where the affinity is that of a grid: cell i is role i
  std::vector<PinnedRole> pinned;            ///< roles that must be on a given slot
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

/// Maps roles to slots, at most one role on each slot; fewer roles than slots chooses the best slots. The result is checked, is
/// never worse than the identity and the launcher's order (with pinned roles: than these with the pinned roles exchanged), and is
/// the same for the same seed whatever the threads, unless the time limit cuts it short. "identity" and "random" give just that
/// order. Throws InputError for more roles than slots, an unknown algorithm, or one that does not fit the topology.
MapResult map(const Affinity& affinity, const Topology& topology, const MapOptions& options = {});

/// Throws InputError unless `mapping` puts each of `roles` roles on exactly one of `slots` slots, none twice.
void check_mapping(std::span<const Slot> mapping, std::uint64_t roles, std::uint64_t slots);

/// One slot number per line, line i is role i. Throws InputError.
Mapping read_mapping(const std::string& path);
void write_mapping(const Mapping& mapping, const std::string& path);

}  // namespace topomorph
