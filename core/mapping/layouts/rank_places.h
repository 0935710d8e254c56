// LAMA: ranks on the places of one or more machines by a process layout [Hursey 2011].
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/mapping/layouts/layout_spec.h"
#include "core/mapping/layouts/place_grid.h"

namespace topomorph::mapping {

struct LayoutRequest {
  LayoutSpec layout;
  std::uint64_t ranks = 0;
  bool oversubscribe = false;        ///< starts again when every place has a rank
  std::optional<BindingWidth> bind;  ///< objects to bind to; without it the place itself
};

/// Places and bindings of ranks. Ranks with equal binding numbers are bound to the same units.
struct RankPlaces {
  std::uint64_t places = 0;                          ///< available places, as many as the limits allow in one round
  std::vector<std::uint32_t> first_unit;             ///< by rank: the first available unit of its place
  std::vector<std::uint32_t> binding;                ///< by rank: index in `bindings`
  std::vector<std::vector<std::uint32_t>> bindings;  ///< available units, ascending
};

/// Places ranks by the algorithm of [Hursey 2011, figure 1]. Places in objects that have their limit of ranks are
/// skipped, in every round. A rank that is bound to a level inside its place gets the place's first object of that
/// level. Throws InputError if no unit is available, for more ranks than places unless `oversubscribe` is set, and for
/// more ranks than the limits allow.
RankPlaces place_ranks(std::span<const LayoutUnit> units, const LayoutRequest& request);

}  // namespace topomorph::mapping
