// How tests write the arities and the distances of a tree.
#pragma once

#include <cstdint>
#include <vector>

namespace topomorph::mapping {

using Arities = std::vector<std::uint64_t>;  ///< of levels, from the slots up

}  // namespace topomorph::mapping
