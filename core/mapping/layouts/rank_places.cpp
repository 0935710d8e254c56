// Walks over the places by a layout, and binds the ranks there.
#include "core/mapping/layouts/rank_places.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/mapping/layouts/binding.h"

namespace topomorph::mapping {

namespace {

/// Counts the ranks on each object of the limited levels.
class LimitCounts {
 public:
  explicit LimitCounts(std::span<const LevelLimit> limits) : limits_(limits), ranks_on_(limits.size()) {}

  /// Counts a rank on the unit, or returns false if one of the objects around the unit has its limit.
  bool admit(const LayoutUnit& unit) {
    for (std::size_t i = 0; i < limits_.size(); ++i) {
      const auto found = ranks_on_[i].find(object(unit, i));
      if (found != ranks_on_[i].end() && found->second >= limits_[i].most) return false;
    }
    for (std::size_t i = 0; i < limits_.size(); ++i) ++ranks_on_[i][object(unit, i)];
    return true;
  }

 private:
  using Object = std::pair<std::uint32_t, std::uint32_t>;  // host, object
  Object object(const LayoutUnit& unit, std::size_t i) const {
    return {unit[LayoutLevel::Node], unit[limits_[i].level]};
  }

  std::span<const LevelLimit> limits_;
  std::vector<std::map<Object, std::uint64_t>> ranks_on_;
};

/// Returns the places of at most so many ranks, by the loops of figure 1: one round, or rounds until no place is left.
std::vector<std::uint32_t> walk(std::span<const LayoutUnit> units, const std::vector<std::uint32_t>& order,
                                const Binding& binding, const LayoutRequest& request, std::uint64_t ranks, bool again) {
  LimitCounts limits(request.layout.limits);
  std::vector<std::uint32_t> places;
  bool goes_on = ranks > 0;
  while (goes_on) {
    const std::size_t before = places.size();
    for (auto place = order.begin(); place != order.end() && places.size() < ranks; ++place) {
      if (limits.admit(units[binding.first_unit(*place)])) places.push_back(*place);
    }
    goes_on = again && places.size() > before && places.size() < ranks;
  }
  return places;
}

[[noreturn]] void refuse_width(const BindingWidth& width) {
  throw InputError(fmt::format("--bind: found no object with {0} neighbouring {1} inside it, expected fewer than {0}",
                               width.count, letters_of(width.level)));
}

/// Throws InputError. `fits_again`: whether a rank more on each place would do, as far as the limits allow.
[[noreturn]] void refuse_ranks(const LayoutRequest& request, std::uint64_t places, std::uint64_t placed,
                               bool fits_again) {
  if (places == 0) throw InputError("found no processing unit that may be used, expected at least one");
  const std::string layout = to_string(request.layout);
  if (request.oversubscribe || !fits_again) {
    throw InputError(fmt::format("found {} ranks, and limits of layout {} that allow {}, expected at most so many",
                                 request.ranks, layout, placed));
  }
  throw InputError(
      fmt::format("found {} ranks for {} places of layout {}, expected at most one on each, or "
                  "--oversubscribe",
                  request.ranks, places, layout));
}

}  // namespace

RankPlaces place_ranks(std::span<const LayoutUnit> units, const LayoutRequest& request) {
  const PlaceGrid grid(units, request.layout.levels);
  const Binding binding(units, grid, request.layout, request.bind);
  const std::vector<std::uint32_t> visits = grid.order(request.layout.levels, request.layout.orders);
  const std::vector<std::uint32_t> order = binding.begins(visits);
  if (!visits.empty() && order.empty()) refuse_width(*request.bind);
  RankPlaces result{.places = walk(units, order, binding, request, order.size(), false).size(),
                    .first_unit = {},
                    .binding = {},
                    .bindings = {}};
  const auto walked = [&](bool again) { return walk(units, order, binding, request, request.ranks, again); };
  const std::vector<std::uint32_t> places = walked(request.oversubscribe);
  if (places.size() < request.ranks || result.places == 0) {
    refuse_ranks(request, result.places, places.size(), walked(true).size() == request.ranks);
  }

  std::map<std::uint32_t, std::uint32_t> number_of;  // of a binding, by its key
  for (const std::uint32_t place : places) {
    result.first_unit.push_back(binding.first_unit(place));
    const auto next = static_cast<std::uint32_t>(result.bindings.size());
    const auto [known, is_new] = number_of.try_emplace(binding.key_of(place), next);
    if (is_new) result.bindings.push_back(binding.units_of(place));
    result.binding.push_back(known->second);
  }
  return result;
}

}  // namespace topomorph::mapping
