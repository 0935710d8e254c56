// LAMA: ranks on the places of one or more machines by a process layout [Hursey 2011].
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/mapping/layouts/place_grid.h"

namespace topomorph::mapping {

struct LayoutRequest {
  ProcessLayout layout;
  std::uint64_t ranks = 0;
  bool oversubscribe = false;       ///< starts again when every place has a rank
  std::optional<LayoutLevel> bind;  ///< level to bind to; without it the place itself
};

/// Places and bindings of ranks. Ranks with equal binding numbers are bound to the same units.
struct RankPlaces {
  std::uint64_t places = 0;                          ///< number of available places
  std::vector<std::uint32_t> first_unit;             ///< by rank: the first available unit of its place
  std::vector<std::uint32_t> binding;                ///< by rank: index in `bindings`
  std::vector<std::vector<std::uint32_t>> bindings;  ///< available units, ascending
};

/// Places ranks by the algorithm of [Hursey 2011, figure 1]. A rank that is bound to a level inside its place gets the
/// place's first object of that level. Throws InputError if no unit is available, and for more ranks than places unless
/// `oversubscribe` is set.
RankPlaces place_ranks(std::span<const LayoutUnit> units, const LayoutRequest& request);

}  // namespace topomorph::mapping
