// Reads Scotch's decomposition-defined architectures: "deco".
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "core/formats/number_stream.h"
#include "core/model/topology.h"

namespace topomorph::topology::scotch {

/// The largest distance, cost or number of elements in a file.
inline constexpr std::uint64_t kLargestNumber = std::numeric_limits<std::uint32_t>::max();

/// The content of a file. Slots are Scotch's terminal domains in the order of their numbers.
struct Architecture {
  std::shared_ptr<const Topology> topology;
  std::vector<std::uint64_t> speeds;  ///< relative speeds of the slots; empty if all are equal
};

std::vector<std::uint64_t> unless_equal(std::vector<std::uint64_t> speeds);

/// Reads the text after the word "deco": type 0 (distances of the terminal domains), 1 (compiled by acpl: distances of
/// all domains) or 2 (a graph and its coarsenings). Throws InputError.
Architecture read_decomposition(formats::NumberStream& text);

}  // namespace topomorph::topology::scotch
