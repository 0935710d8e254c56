// Short names of the lists that tests of topologies write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/hosts/placement.h"

namespace topomorph::topology {

using Locations = std::vector<ProcessLocation>;
using Names = std::vector<std::string>;
using Sizes = std::vector<std::uint64_t>;  ///< of levels or dimensions, and distances of levels

}  // namespace topomorph::topology
