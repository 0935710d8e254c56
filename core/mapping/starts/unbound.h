// Maps as if no role were bound to slots, and moves the whole mapping so that bound roles are where they must be.
#pragma once

#include <optional>

#include "core/mapping/problem/problem.h"

namespace topomorph::mapping {

/// Drops pins and confinement, maps, and shifts the mapping round the rings of the network, which costs nothing, so
/// that as many bound roles as possible are where they must be. Others stay elsewhere. Returns nothing if no role is
/// bound.
std::optional<Mapping> map_unbound(const Problem& problem);

}  // namespace topomorph::mapping
