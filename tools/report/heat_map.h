// Who sends how much to whom, as a map of tiles that a page can hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::report {

/// Traffic from the ranks of one tile's row to those of its column.
struct HeatCell {
  std::uint64_t column = 0, bytes = 0, messages = 0;
};

/// Rows of tiles from the first position on; of each row the tiles with traffic, by column. What a rank sends to itself
/// is left out.
struct HeatMap {
  std::uint64_t ranks_per_tile = 1;
  std::vector<std::vector<HeatCell>> rows;
};

/// Role r stands at `position_of[r]` in rows and columns.
HeatMap heat_map(const Affinity& affinity, std::span<const std::uint64_t> position_of, std::uint64_t ranks_per_tile);

/// Characters that the map takes in JSON, to within the brackets, with or without its messages.
std::uint64_t text_size(const HeatMap& map, bool messages = true);

/// Maps of the same affinity in several orders, with the smallest tiles (1, 2, 4, … ranks) for which none is larger
/// than `most_text` as text. `messages`: as text_size() takes it.
std::vector<HeatMap> heat_maps(const Affinity& affinity, std::span<const std::vector<std::uint64_t>> orders,
                               std::uint64_t most_text, bool messages = true);

}  // namespace topomorph::report
