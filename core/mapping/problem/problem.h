// The input of every mapping algorithm: affinity, topology, options, deadline and threads.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/workers.h"
#include "core/mapping/problem/map_options.h"
#include "core/model/tree.h"
#include "core/topology/shapes/composed.h"

namespace topomorph::mapping {

/// How an algorithm maps a problem that it has made of its own: map().
using MapFunction = MapResult (*)(const Affinity& affinity, const Topology& topology, const MapOptions& options);

/// A checked problem: pinned roles are on valid slots, each at most once. The objects that it refers to must outlive
/// it.
struct Problem {
  const Affinity& affinity;
  const Topology& topology;
  const TreeTopology* tree;   ///< the topology, if it is a tree; else null
  const MapOptions& options;  ///< with the limits: sharing, pins, confinement
  Deadline deadline;
  Workers& workers;
  MapFunction map;
  std::string_view parameter = {};  ///< behind the algorithm's name in the options: "scbnh" of "lama:scbnh"

  std::uint64_t roles() const { return affinity.roles(); }
  std::uint64_t slots() const { return topology.slots(); }
  bool has_free_slots() const { return roles() < slots(); }
  /// Returns whether tables of all pairs are affordable: then the quadratic assignment searches can run.
  bool has_few_roles() const;
  std::vector<Slot> pinned_slots() const;
};

/// Returns the mapping of role i to slot i.
Mapping identity_mapping(std::uint64_t roles);

/// Moves pinned roles to their slots, and the role that is there (if any) to the pinned role's old slot.
void put_pinned(std::span<const PinnedRole> pinned, Mapping& mapping);

/// Returns the exact sum of volume x distance.
Cost cost_of(const Problem& problem, const Mapping& mapping);

/// Returns the options for a search within that of the problem, on other slots or without bound roles: preset default
/// instead of best, the time that is left, neither orders nor limits.
MapOptions options_within(const Problem& problem);

/// A problem on some slots of another one, as if there were no other slots. It has neither the launcher's order nor
/// limits, and preset default instead of best, because the search of preset best runs once, on all slots.
class PartialProblem {
 public:
  enum class Shape { Tree, AnyTopology };
  enum class Pins { Keep, Drop };

  /// `slots` are ascending, each once. Shape::Tree needs a tree. Pins::Keep needs all pinned slots in `slots`.
  PartialProblem(const Problem& whole, std::vector<Slot> slots, Shape shape, Pins pins = Pins::Drop);
  PartialProblem(const PartialProblem&) = delete;
  PartialProblem& operator=(const PartialProblem&) = delete;

  const Problem& problem() const { return problem_; }
  /// Translates a mapping of this problem to the slot numbers of the whole, and back. to_part() returns nothing if the
  /// mapping uses other slots.
  Mapping to_whole(Mapping mapping) const;
  std::optional<Mapping> to_part(const Mapping& mapping) const;

 private:
  const Topology& topology() const { return tree_ ? static_cast<const Topology&>(*tree_) : *part_; }
  Slot number_of(Slot slot) const;

  std::vector<Slot> slots_;
  MapOptions options_;
  std::optional<TreeTopology> tree_;
  std::optional<topology::RestrictedTopology> part_;
  Problem problem_;
};

}  // namespace topomorph::mapping
