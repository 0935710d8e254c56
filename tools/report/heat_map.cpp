// Sums the affinity in tiles.
#include "tools/report/heat_map.h"

#include <algorithm>

namespace topomorph::report {

namespace {

/// Sums one row of tiles at a time, so that memory is needed for one row and the result.
class RowOfTiles {
 public:
  explicit RowOfTiles(std::uint64_t columns) : sums_(columns) {}

  void add(std::uint64_t column, const AffinityEntry& entry) {
    HeatCell& cell = sums_[column];
    if (cell.bytes == 0 && cell.messages == 0) touched_.push_back(column);
    cell.bytes += entry.bytes;
    cell.messages += entry.messages;
  }

  std::vector<HeatCell> take() {
    std::sort(touched_.begin(), touched_.end());
    std::vector<HeatCell> row;
    for (const std::uint64_t column : touched_) {
      row.push_back({column, sums_[column].bytes, sums_[column].messages});
      sums_[column] = {};
    }
    touched_.clear();
    return row;
  }

 private:
  std::vector<HeatCell> sums_;
  std::vector<std::uint64_t> touched_;
};

std::uint64_t digits(std::uint64_t number) {
  std::uint64_t count = 1;
  for (; number > 9; number /= 10) ++count;
  return count;
}

bool fits(const std::vector<HeatMap>& maps, std::uint64_t most_text, bool messages) {
  return std::all_of(maps.begin(), maps.end(),
                     [&](const HeatMap& map) { return text_size(map, messages) <= most_text; });
}

/// Returns the smallest tile size worth a try: finer ones exceed the text size if all cells are in use.
std::uint64_t first_tile(const Affinity& affinity, std::uint64_t most_text) {
  constexpr std::uint64_t kLeastTextOfACell = 4;
  std::uint64_t tile = 1;
  const auto cells = [&] {
    const std::uint64_t side = (affinity.roles() + tile - 1) / tile;
    return std::min(affinity.entries(), side * side);
  };
  while (tile < affinity.roles() && cells() > most_text / kLeastTextOfACell) tile *= 2;
  return tile;
}

}  // namespace

HeatMap heat_map(const Affinity& affinity, std::span<const std::uint64_t> position_of, std::uint64_t ranks_per_tile) {
  const std::uint64_t roles = affinity.roles(), side = (roles + ranks_per_tile - 1) / ranks_per_tile;
  std::vector<Role> role_at(roles);
  for (Role role = 0; role < roles; ++role) role_at[position_of[role]] = role;
  HeatMap map{ranks_per_tile, std::vector<std::vector<HeatCell>>(side)};
  RowOfTiles sums(side);
  for (std::uint64_t row = 0; row < side; ++row) {
    for (std::uint64_t at = row * ranks_per_tile; at < std::min(roles, (row + 1) * ranks_per_tile); ++at) {
      for (const AffinityEntry& entry : affinity.row(role_at[at])) {
        const bool nothing = entry.bytes == 0 && entry.messages == 0;
        if (entry.destination == role_at[at] || nothing) continue;
        sums.add(position_of[entry.destination] / ranks_per_tile, entry);
      }
    }
    map.rows[row] = sums.take();
  }
  return map;
}

std::uint64_t text_size(const HeatMap& map, bool messages) {
  std::uint64_t size = 0;
  for (const auto& row : map.rows) {
    size += 3;
    for (const HeatCell& cell : row) {
      size += digits(cell.column) + digits(cell.bytes) + 2 + (messages ? digits(cell.messages) + 1 : 0);
    }
  }
  return size;
}

std::vector<HeatMap> heat_maps(const Affinity& affinity, std::span<const std::vector<std::uint64_t>> orders,
                               std::uint64_t most_text, bool messages) {
  for (std::uint64_t tile = first_tile(affinity, most_text);; tile *= 2) {
    std::vector<HeatMap> maps;
    for (const auto& order : orders) maps.push_back(heat_map(affinity, order, tile));
    if (tile >= affinity.roles() || fits(maps, most_text, messages)) return maps;
  }
}

}  // namespace topomorph::report
