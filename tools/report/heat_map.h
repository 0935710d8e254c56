// The affinity as a map of tiles that is small enough for a page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::report {

/// Traffic from the ranks of the tile's row to the ranks of its column.
struct HeatCell {
  std::uint64_t column = 0, bytes = 0, messages = 0;
};

/// The tiles with traffic of each row, by column. Traffic of a rank with itself is left out.
struct HeatMap {
  std::uint64_t ranks_per_tile = 1;
  std::vector<std::vector<HeatCell>> rows;
};

/// Sums the affinity in tiles. Role r has position `position_of[r]` in rows and columns.
HeatMap heat_map(const Affinity& affinity, std::span<const std::uint64_t> position_of, std::uint64_t ranks_per_tile);

/// Returns the number of characters of the map in JSON, except brackets, with or without the messages.
std::uint64_t text_size(const HeatMap& map, bool messages = true);

/// Returns maps of the same affinity in several orders. Takes the smallest tiles (1, 2, 4, … ranks) for which no map is
/// larger than `most_text` characters; `messages` as in text_size().
std::vector<HeatMap> heat_maps(const Affinity& affinity, std::span<const std::vector<std::uint64_t>> orders,
                               std::uint64_t most_text, bool messages = true);

}  // namespace topomorph::report
