// LAMA: ranks on the places of one or more machines, as a process layout says.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/mapping/layouts/place_grid.h"

namespace topomorph::mapping {

struct LayoutRequest {
  ProcessLayout layout;
  std::uint64_t ranks = 0;
  bool oversubscribe = false;       ///< begin anew when every place has a rank
  std::optional<LayoutLevel> bind;  ///< the level to bind to; without: the place itself
};

/// Ranks with equal numbers are bound to the same units.
struct RankPlaces {
  std::uint64_t places = 0;                          ///< that are available
  std::vector<std::uint32_t> first_unit;             ///< of each rank, on its place
  std::vector<std::uint32_t> binding;                ///< of each rank, in `bindings`
  std::vector<std::vector<std::uint32_t>> bindings;  ///< available units, ascending
};

/// J. Hursey, J. Squyres, T. Dontje: Locality-Aware Parallel Process Mapping for Multi-Core HPC Systems, 2011,
/// figure 1. A rank that is bound to a level inside its place gets the first object of it there. Throws InputError
/// where nothing is available, and for more ranks than places without leave to oversubscribe.
RankPlaces place_ranks(std::span<const LayoutUnit> units, const LayoutRequest& request);

}  // namespace topomorph::mapping
