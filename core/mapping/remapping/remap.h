// From a present mapping to a better one, with few roles moved: after slots were lost or added, or loads have changed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/mapping/portfolio/map.h"

namespace topomorph::mapping {

/// The present slot of a role that has lost its slot.
inline constexpr Slot kLostSlot = ~Slot{0};

struct RemapOptions {
  /// Limits and weight hold for the new mapping; algorithm, preset and seed also for the mapping from scratch.
  MapOptions map;
  Mapping
      present;  ///< of each role: its slot of this topology, or kLostSlot. May put more roles on a slot than allowed
  /// Volume that moves with a role, in the unit of the weight. It costs this volume x distance from the present slot to
  /// the new one. A role that has lost its slot comes from elsewhere, at no cost.
  std::uint64_t move_volume = 0;
  /// Roles that may move, beside those that must because they have lost their slot or it is overfull now.
  std::optional<std::uint64_t> most_moved;
};

/// A new mapping and its price.
struct Relocated {
  Mapping mapping;
  Cost cost = 0;            ///< volume x distance between the roles
  Cost move_cost = 0;       ///< volume x distance of the roles' own ways
  std::uint64_t moved = 0;  ///< roles that are on another slot than at present; those without a slot count
  Cost total() const { return cost + move_cost; }
};

struct RemapResult {
  Cost before = 0;         ///< volume x distance at present, between roles that still have a slot
  std::uint64_t lost = 0;  ///< roles without a slot
  Relocated chosen;
  Relocated replaced;  ///< only roles that must have moved
  /// map(), regardless of the present mapping; on trees the one of equal mappings whose roles have the shortest ways.
  Relocated scratch;
  std::string algorithm;  ///< that found the mapping from scratch
};

/// Maps roles that have a present mapping [Jeannot 2022, sections 4.6.4 and 4.6.5]: finds a slot for each role that
/// must move, and moves others only if that saves more volume x distance than the moves cost. Keeps all limits of the
/// options: pins, confinement, sharing, loads, speeds. The result never costs more, moves included, than `replaced`,
/// nor, without `most_moved`, than `scratch`. Same seed, same result. Throws InputError as map() does, for a present
/// mapping of another number of roles or with slots that the topology does not have, and for a topology of more than
/// kRemapping.most_slots slots.
RemapResult remap(const Affinity& affinity, const Topology& topology, const RemapOptions& options);

}  // namespace topomorph::mapping
