// Walks over the places by a layout, and binds the ranks there.
#include "core/mapping/layouts/rank_places.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.h"

namespace topomorph::mapping {

namespace {

std::vector<std::uint32_t> available_of(std::span<const LayoutUnit> units, std::span<const std::uint32_t> some) {
  std::vector<std::uint32_t> available;
  std::copy_if(some.begin(), some.end(), std::back_inserter(available),
               [&](std::uint32_t unit) { return units[unit].available; });
  return available;
}

/// The available units of each object of a level.
class Widths {
 public:
  Widths(std::span<const LayoutUnit> units, LayoutLevel level) : units_(units), level_(level) {
    for (std::uint32_t unit = 0; unit < units.size(); ++unit) {
      if (units[unit].available) units_of_[key(unit)].push_back(unit);
    }
  }
  const std::vector<std::uint32_t>& around(std::uint32_t unit) const { return units_of_.at(key(unit)); }

 private:
  std::pair<std::uint32_t, std::uint32_t> key(std::uint32_t unit) const {
    return {units_[unit][LayoutLevel::Node], units_[unit][level_]};
  }

  std::span<const LayoutUnit> units_;
  LayoutLevel level_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> units_of_;
};

void check(const LayoutRequest& request, std::size_t places) {
  if (places == 0) throw InputError("found no processing unit that may be used, expected at least one");
  if (request.ranks <= places || request.oversubscribe) return;
  throw InputError(
      fmt::format("found {} ranks for {} places of layout {}, expected at most one on each, or --oversubscribe",
                  request.ranks, places, to_string(request.layout)));
}

}  // namespace

RankPlaces place_ranks(std::span<const LayoutUnit> units, const LayoutRequest& request) {
  const PlaceGrid grid(units, request.layout);
  const std::vector<std::uint32_t> order = grid.order(request.layout);
  check(request, order.size());
  const auto used = static_cast<std::size_t>(std::min<std::uint64_t>(request.ranks, order.size()));
  const std::optional<Widths> widths =
      request.bind ? std::optional<Widths>(std::in_place, units, *request.bind) : std::nullopt;

  RankPlaces result{.places = order.size(), .first_unit = {}, .binding = {}, .bindings = {}};
  std::map<std::uint32_t, std::uint32_t> binding_from;  // number of a binding, by its first unit
  for (std::size_t rank = 0; rank < used; ++rank) {
    std::vector<std::uint32_t> bound = available_of(units, grid.units_of(order[rank]));
    result.first_unit.push_back(bound.front());
    if (widths) bound = widths->around(bound.front());
    const auto next = static_cast<std::uint32_t>(result.bindings.size());
    const auto [entry, is_new] = binding_from.try_emplace(bound.front(), next);
    if (is_new) result.bindings.push_back(std::move(bound));
    result.binding.push_back(entry->second);
  }
  for (std::uint64_t rank = used; rank < request.ranks; ++rank) {  // starts again at the first place
    result.first_unit.push_back(result.first_unit[rank - used]);
    result.binding.push_back(result.binding[rank - used]);
  }
  return result;
}

}  // namespace topomorph::mapping
