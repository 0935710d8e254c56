// The table of mapping algorithms.
#pragma once

#include <span>
#include <string_view>

#include "core/base/deadline.h"
#include "core/mapping/map.h"
#include "core/model/tree.h"

namespace topomorph::mapping {

/// What an algorithm is asked; checked before. Pinned roles are on valid slots, each at most once.
struct MapProblem {
  const Affinity& affinity;
  const Topology& topology;
  const TreeTopology* tree;  ///< the topology, if it is a tree
  const MapOptions& options;
  Deadline deadline;
};

struct RegisteredAlgorithm {
  Algorithm about;
  Mapping (*run)(const MapProblem& problem);
  bool needs_tree = false;
  bool needs_grid = false;     ///< the options' grid; with one, "auto" tries these too
  bool as_asked = false;       ///< the user wants just this order: the other candidates do not replace it
  bool shares = false;         ///< puts several roles on a slot, and minds their loads, as far as it was published to
  bool has_parameter = false;  ///< may be asked for as NAME:PARAMETER; it reads that from the options
};

/// What stands behind the algorithm's name in the options ("lama:scbnh"); empty without.
std::string_view parameter_of(const MapOptions& options);

/// Every algorithm there is; a new one is a line here.
std::span<const RegisteredAlgorithm> registered_algorithms();

/// The one that the options may name so; null for "auto" and names that there are not.
const RegisteredAlgorithm* registered_algorithm(std::string_view name);

/// Whether this is the preset best of an algorithm that searches: of one that is asked for as it was published all
/// presets are alike.
bool goes_beyond_default(const MapOptions& options);

/// Moves pinned roles to their slots by exchanging places with whoever is there (or with nobody).
void put_pinned(std::span<const PinnedRole> pinned, Mapping& mapping);

}  // namespace topomorph::mapping
