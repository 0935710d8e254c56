// The costs that a topology brings along: those of a measured network.
#pragma once

#include <optional>
#include <string>

#include "core/evaluation/level_costs.h"

namespace topomorph::evaluation {

/// Returns the costs of the levels of a tree that was made of a SPEC, if the SPEC is `measured:FILE`, alone or as the
/// network of NETWORK+NODE: those of a pair alone on the levels that the file names, and assumed ones inside hosts.
/// Returns nothing for other SPECs, and if the tree has none of the file's levels. Throws InputError.
std::optional<TreeCosts> carried_costs(const std::string& spec, const TreeTopology& tree);

}  // namespace topomorph::evaluation
