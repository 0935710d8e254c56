// A lower bound of the cost of all assignments.
#pragma once

#include "core/mapping/instance.h"

namespace topomorph::mapping {

/// Returns a lower bound of the cost, in the scaled weights and distances of the instance. Grids of roles in grids of
/// slots meet it, and trees whose lowest nodes hold all traffic; others seldom do.
EdgeWeight lower_bound(const Instance& instance);

}  // namespace topomorph::mapping
