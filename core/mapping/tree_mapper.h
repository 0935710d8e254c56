// The mapper for trees: several constructions, refined, and the best of them.
#pragma once

#include "core/mapping/registry.h"

namespace topomorph {

/// Recursive multisection and bottom-up grouping with several seeds, the identity, and the launcher's order, all refined by swaps; the
/// cheapest wins. The tries are independent and compared in order, so that threads do not change the result.
Mapping map_to_tree(const MapProblem& problem);

}  // namespace topomorph
