// How the volumes of a grid's rules grow with the number of ranks.
#pragma once

#include <vector>

#include "core/extrapolation/recognition.h"

namespace topomorph::extrapolation {

/// Returns the rules with their volumes on the larger grid. Without `smaller`, the fit of the same rules to a profile
/// of fewer ranks, each process is assumed to send about as much by each rule as before (weak scaling), with blocks
/// shaped as block_shape.h says; numbers of messages stay. With it, steps of a domain of fixed size change as the
/// surfaces of its blocks, and other volumes with a power of the number of ranks.
std::vector<FittedRule> continued_rules(const Recognised& known, const Recognised* smaller, const RankGrid& grid);

}  // namespace topomorph::extrapolation
