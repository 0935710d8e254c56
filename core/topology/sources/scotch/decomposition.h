// Decomposition-defined architectures of Scotch: "deco".
#pragma once

#include <memory>
#include <vector>

#include "core/formats/number_stream.h"
#include "core/model/topology.h"

namespace topomorph::topology::scotch {

/// What a file defines: the slots are Scotch's terminal domains in the order of their numbers.
struct Architecture {
  std::shared_ptr<const Topology> topology;
  std::vector<std::uint64_t> speeds;  ///< of the slots against each other; empty where all are equal
};

/// The same speeds, or nothing where all are equal.
std::vector<std::uint64_t> unless_equal(std::vector<std::uint64_t> speeds);

/// What stands behind the word "deco": type 0 (distances of the terminal domains), 1 (compiled by acpl: of all domains)
/// or 2 (a graph and its coarsenings). Throws InputError.
Architecture read_decomposition(formats::NumberStream& text);

}  // namespace topomorph::topology::scotch
